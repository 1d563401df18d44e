#!/bin/sh
# Deploys the shop.

. "$(dirname "$0")/lib.sh"

readonly TARGET=live

# Copy everything.
deploy() {
    log "$TARGET"
}

alias d=deploy
deploy
