#!/bin/sh
# The trove without git-trove: where it is, make it, list it, search it.
#
#   sh trove.sh path                where new entries go
#   sh trove.sh init [--personal]   make the trove of the project, or your own
#   sh trove.sh list                the lines of INDEX.md, the project's trove first
#   sh trove.sh grep PATTERN        lines of entries that match an extended regular expression
#
# New entries go to .claude/trove at the root of the repository when it has an INDEX.md, else to ~/.claude/trove.
# The root is the nearest folder upward with .trove/ or .git, else the current folder.

# Sets `project` and `personal`: the folders of the two troves, there or not; empty where there can be none.
locate() {
	project='' personal='' root='' scope=''
	here=$(pwd -P) || return 1
	folder=$here
	while :; do
		if [ -z "$scope" ] && [ -d "$folder/.trove" ]; then
			scope=$folder
		fi
		if [ -e "$folder/.git" ] || [ -L "$folder/.git" ]; then
			root=${scope:-$folder}
			break
		fi
		# A bare repository, or the inside of a git dir: it has no files.
		if [ -d "$folder/objects" ] && [ -d "$folder/refs" ] && [ -e "$folder/HEAD" ]; then
			break
		fi
		if [ "$folder" = / ] || [ -z "$folder" ]; then
			root=${scope:-$here}
			break
		fi
		folder=${folder%/*}
		folder=${folder:-/}
	done
	if [ -n "${HOME-}" ]; then
		personal=$HOME/.claude/trove
	fi
	if [ -n "$root" ]; then
		project=${root%/}/.claude/trove
		if [ -n "$personal" ] && [ "$(real "$root")" = "$(real "$HOME")" ]; then
			project=
		elif [ -n "$personal" ] && [ -d "$project" ] && [ "$(real "$project")" = "$(real "$personal")" ]; then
			project=
		fi
	fi
}

# Prints the real path of a folder.
real() {
	(cd "$1" 2>/dev/null && pwd -P)
}

# Whether a trove may be read: it is there, and no link leads out of the repository with it.
readable() {
	[ -n "$1" ] && [ -d "$1" ] || return 1
	[ "$1" != "$project" ] || inside "$1"
}

# Whether the real path of a folder is below the root.
inside() {
	case $(real "$1")/ in
	"${root%/}"/*) return 0 ;;
	esac
	return 1
}

trove_path() {
	if [ -n "$project" ] && [ -f "$project/INDEX.md" ]; then
		printf '%s\n' "$project"
	else
		printf '%s\n' "$personal"
	fi
}

trove_init() {
	trove=$project
	if [ "${1-}" = --personal ]; then
		trove=$personal
	fi
	if [ -z "$trove" ]; then
		echo "error: there can be no such trove here" >&2
		return 2
	fi
	for folder in "${root%/}/.claude" "$project" "$project/entries"; do
		if [ "$trove" = "$project" ] && [ -e "$folder" ] && ! inside "$folder"; then
			echo "error: a link leads out of the repository ($folder)" >&2
			return 2
		fi
	done
	mkdir -p "$trove/entries" || return 2
	if [ ! -e "$trove/INDEX.md" ] && [ ! -L "$trove/INDEX.md" ]; then
		cat >"$trove/INDEX.md" <<'INDEX' || return 2
# Trove

One line an entry, newest first. `git trove remember` keeps this list; the text after a link may be rewritten by hand.
INDEX
	fi
	if [ "$trove" = "$project" ] && [ ! -e "$trove/.gitattributes" ] && [ ! -L "$trove/.gitattributes" ]; then
		echo 'INDEX.md merge=union' >"$trove/.gitattributes" || return 2
	fi
	printf '%s\n' "$trove"
}

# Prints the lines of one trove below a heading.
list_one() {
	readable "$2" || return 0
	if [ -f "$2/INDEX.md" ] && [ -r "$2/INDEX.md" ] && [ ! -L "$2/INDEX.md" ]; then
		lines=$(tr -d '\000-\010\013-\037\177' <"$2/INDEX.md" | grep -E '^ {0,3}[-*+][[:blank:]]+\[.*\]\([^)]+\)')
	else
		lines=$(cd "$2" && for file in entries/*.md */entries/*.md conventions/*.md memory/*.md context/*.md; do
			case $file in
			*/README.md | */INDEX.md | archive/*) continue ;;
			esac
			[ -f "$file" ] && printf -- '- [%s](%s)\n' "$(basename "$file" .md)" "$file"
		done | tr -d '\000-\010\013-\037\177')
		[ -n "$lines" ] || return 0
	fi
	printf '%s notes, in %s:\n' "$1" "$2"
	[ -z "$lines" ] || printf '%s\n' "$lines"
}

trove_list() {
	list_one Project "$project"
	list_one Personal "$personal"
}

trove_grep() {
	found=$(for trove in "$project" "$personal"; do
		readable "$trove" || continue
		find "$trove" -type f \( -name '*.md' -o -name '*.json' \) ! -name INDEX.md ! -name README.md \
			! -path '*/.claude/trove/archive/*' -exec grep -nE -e "$1" /dev/null {} +
	done)
	[ -n "$found" ] && printf '%s\n' "$found"
}

locate || exit 2
case ${1-} in
path) trove_path ;;
init) trove_init "${2-}" ;;
list) trove_list ;;
grep)
	if [ -z "${2-}" ]; then
		echo "usage: sh trove.sh grep PATTERN" >&2
		exit 2
	fi
	trove_grep "$2"
	;;
*)
	echo "usage: sh trove.sh path | init [--personal] | list | grep PATTERN" >&2
	exit 2
	;;
esac
