#!/bin/sh
# Installs a build into an empty folder, moves the folder, and uses it there as
# others would: the program, the library with pkg-config, with find_package and
# as an archive, from C and from C++. Its symbols must be those of distml.h.
#
# usage: test_install.sh BUILD SOURCE VERSION
# environment: CC CXX CMAKE CMAKE_GENERATOR PKG_CONFIG NM, and FLAGS for both
# compilers
set -eu
build=$1 source=$2 version=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail()
{
    echo "$*" >&2
    exit 1
}

# check NAME PROGRAM: the program runs and prints the version.
check()
{
    printed=$("$2" < report) || fail "$1: $printed"
    [ "$printed" = "$version" ] || fail "$1: printed \"$printed\""
}

"$CMAKE" --install "$build" --prefix "$work/first" > "$work/log"
mv "$work/first" "$work/moved"
prefix=$work/moved
lib=$(dirname "$(find "$prefix" -name libdistml.a)")
cd "$work"

# The program, with the presets of its own prefix.
unset DISTML_PRESETS XDG_CONFIG_HOME
HOME=/nonexistent "$prefix/bin/distml-tui" -p llama-7b --report > report
grep -q '^step_time: 981.2 ms$' report || fail "the installed program"
for file in man/man1/distml-tui.1 bash-completion/completions/distml-tui \
    zsh/site-functions/_distml-tui fish/vendor_completions.d/distml-tui.fish; do
    [ -s "$prefix/share/$file" ] || fail "$file is not installed"
done

# Nothing else is installed to be included.
[ "$(ls "$prefix/include")" = distml.h ] || fail "headers: $(ls "$prefix/include")"

# What is exported is what the header declares, and every name starts alike.
tr '\n' ' ' < "$prefix/include/distml.h" | grep -o 'DISTML_API [^;(#]*(' |
    grep -o 'distml_[a-z_]*($' | tr -d '(' | sort > declared
[ "$(grep -c '^distml_' declared)" -ge 15 ] || fail "no declarations found"
"$NM" -D --defined-only "$lib/libdistml.so" | awk '{ print $3 }' |
    sort > shared
"$NM" -g --defined-only "$lib/libdistml.a" | awk 'NF == 3 { print $3 }' |
    sort > static
for kind in shared static; do
    diff declared $kind || fail "symbols of the $kind library"
done

# The name that programs keep, and no screen in a library.
soname=libdistml.so.${version%%.*}
[ "$(readlink "$lib/libdistml.so")" = "$soname" ] || fail "libdistml.so"
readelf -d "$lib/libdistml.so" > dynamic
grep -q "SONAME.*\\[$soname\\]" dynamic || fail "$soname is not the soname"
! grep 'NEEDED.*\(curses\|tinfo\)' dynamic || fail "the library needs curses"

export DISTML_PRESETS="$prefix/share/distml-tui/presets"
export LD_LIBRARY_PATH="$lib" PKG_CONFIG_PATH="$lib/pkgconfig"
strict="-Wall -Wextra -Wpedantic -Werror"

[ "$("$PKG_CONFIG" --modversion distml)" = "$version" ] || fail "distml.pc"
"$CC" $FLAGS -std=c99 $strict "$source/consumer.c" -o with_c \
    $("$PKG_CONFIG" --cflags --libs distml) -lm
"$CXX" $FLAGS -std=c++11 $strict "$source/consumer.cc" -o with_cxx \
    $("$PKG_CONFIG" --cflags --libs distml)
# The example of the header: a step of 100/64 ms + 2 (63/64) 2.097 ms.
sed -n '/^ \*     #include <distml/,/^ \*     }$/s/^ \*     //p' \
    "$prefix/include/distml.h" > example.c
"$CC" $FLAGS -std=c99 $strict example.c -o example \
    $("$PKG_CONFIG" --cflags --libs distml)
[ "$(./example)" = "27.5 % efficient" ] || fail "the example of distml.h"
check "pkg-config, C" ./with_c
check "pkg-config, C++" ./with_cxx

if ! "$CMAKE" -S "$source" -B found -DCMAKE_PREFIX_PATH="$prefix" \
        -DCMAKE_C_COMPILER="$CC" -DCMAKE_CXX_COMPILER="$CXX" \
        -DCMAKE_C_FLAGS="$FLAGS" -DCMAKE_CXX_FLAGS="$FLAGS" > log 2>&1 ||
        ! "$CMAKE" --build found >> log 2>&1; then
    cat log >&2
    fail "find_package"
fi
unset LD_LIBRARY_PATH
for program in consumer_c consumer_cxx consumer_static; do
    check "find_package, $program" found/$program
done
! readelf -d found/consumer_static | grep libdistml ||
    fail "consumer_static is not static"
