#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs packaging/Containerfile without a container engine, as root: each stage in a copy of a Debian folder (debootstrap
# --variant=minbase), then the entry point with arguments as the user of the container. It does not test layers, the image of FROM
# and VOLUME.
# usage: try-container.sh DEBIAN SCRATCH ARGUMENTS...; from the project's folder
set -eu
debian=$1 scratch=$2
shift 2
root='' user=root where=/ entry='' stage=''
fail() { echo "Containerfile: $*" >&2; exit 1; }

inside() { # inside USER COMMAND: runs COMMAND in a shell there
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive \
        ${http_proxy:+http_proxy="$http_proxy"} ${COMMIT:+COMMIT="$COMMIT"} \
        chroot --userspec="$1" "$root" sh -c "cd '$where' && $2"
}

copy() { # copy [--from=STAGE] SOURCE TARGET
    case $1 in
        --from=*) from=$scratch/${1#--from=}$2 target=$3; mkdir -p "$root$target"; cp -a "$from." "$root$target" ;;
        .) [ "$1 $2" = '. .' ] || fail "COPY $*"
            tar -c --exclude-from=.dockerignore . | tar -x --no-same-owner -C "$root$where" ;;
        *) fail "COPY $*" ;;
    esac
}

step() { # step WORD REST
    printf '  %-10s %s\n' "$1" "$2"
    case $1 in
        FROM)
            stage=${2##* AS }
            [ "$stage" != "$2" ] || stage=final
            root=$scratch/$stage user=root where=/
            rm -rf "$root"
            cp -a "$debian" "$root" ;;
        RUN) inside "$user" "$2" > "$scratch/$stage.log" 2>&1 || { tail -n 20 "$scratch/$stage.log"; fail "RUN $2"; } ;;
        # shellcheck disable=SC2086
        COPY) copy $2 ;;
        WORKDIR) where=$2; mkdir -p "$root$where" ;;
        ARG) name=${2%%=*}; eval "$name=\${$name:-\${2#*=}}" ;;
        USER) user=$2 ;;
        VOLUME) [ -d "$root$2" ] || fail "VOLUME $2: there is no such folder" ;;
        ENTRYPOINT) entry=$(echo "$2" | tr -d '[],"') ;;
        CMD) given=$(echo "$2" | tr -d '[],"') ;;
        *) fail "what is $1?" ;;
    esac
}

mkdir -p "$scratch"
sed '/^#/d' packaging/Containerfile | sed -e ':a' -e '/\\$/N; s/ *\\\n */ /; ta' | sed '/^$/d' > "$scratch/steps"
while read -r word rest; do step "$word" "$rest" < /dev/null; done < "$scratch/steps"
[ "$user" != root ] || fail "it runs as root"
[ $# -gt 0 ] || set -- $given
printf '  %-10s %s\n' "$entry" "$*"
mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
inside "$user" "$entry $*"
