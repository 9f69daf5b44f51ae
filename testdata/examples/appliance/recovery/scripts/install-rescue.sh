#!/bin/sh
# Greets whoever lands on the console with what to do next.
set -eu

cat >/etc/motd <<'MOTD'
Gateway recovery. Run `rescue list` to see the disks, `rescue restore DISK` to reinstall one.
MOTD
