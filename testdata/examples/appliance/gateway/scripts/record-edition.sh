#!/bin/sh
# Writes the edition where the support tools look for it.
set -eu

edition=home
while [ $# -gt 0 ]; do
	case $1 in
	--edition) edition=$2 && shift 2 ;;
	*) echo "unknown argument: $1" >&2 && exit 2 ;;
	esac
done

install -d -m 0755 /usr/share/gateway
printf '%s\n' "$edition" >/usr/share/gateway/edition
