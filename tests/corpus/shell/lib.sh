# Functions of all scripts.
log() {
    printf "%s\n" "$1"
}
