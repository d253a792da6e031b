#!/bin/sh
# A slider that lifts the curve, in frames of the real program: bandwidth rises
# for llama-7b, beside where it started. Makes slider.svg, an animated picture,
# and slider.cast for asciinema: slider.sh PROGRAM FOLDER
set -eu

program=$1
folder=$2
frames=$(mktemp -d)
trap 'rm -rf "$frames"' EXIT
export LC_ALL=C.UTF-8 DISTML_PRESETS="${0%/*}/../presets"

size=100x30
gigabytes='10 12 15 19 24 30 37 44 50 80 180 400' # a second

printf '[cluster]\nbandwidth = %s GB/s\n' "${gigabytes%% *}" \
    >"$frames/start.ini"
for bandwidth in $gigabytes; do
    frame=$frames/$(printf %03d "$bandwidth")
    "$program" -p llama-7b -s "bandwidth=$bandwidth GB/s" --theme dark \
        --baseline llama-7b --baseline "$frames/start.ini" \
        --render "$size:speedup" --svg "$frame.svg" >"$frame.txt"
done

# Both play a frame as long: the first and the last longer than the others.
seconds='function seconds(frame, last)
{
    return frame == 0 ? 1.2 : frame == last ? 2.4 : 0.4
}'

# What all pictures share is written once. What differs is shown in turn: first
# what is filled behind the glyphs, then, above what is shared, the rest. Where
# nothing moves the first frame stays.
awk "$seconds"'
FNR == 1 { file++; head = 1 }
head && file == 1 { print }
/^<\/defs>/ { head = 0; next }
head || /^<\/svg>/ { next }
{ count[$0]++; line[++lines] = $0; of[lines] = file - 1 }

function percent(time) { return sprintf("%.2f%%", 100 * time / total) }

function show(behind,    i, frame)
{
    for (frame = 0; frame < file; frame++) {
        printf "<g class=\"f f%d\">\n", frame
        for (i = 1; i <= lines; i++)
            if (of[i] == frame && count[line[i]] != file &&
                (line[i] ~ /^<rect/) == behind)
                print line[i]
        print "</g>"
    }
}

END {
    for (frame = 0; frame < file; frame++)
        total += seconds(frame, file - 1)
    print "<style>"
    printf ".f{visibility:hidden;animation:%.1fs step-end infinite}\n", total
    print ".f0{visibility:visible}"
    for (frame = 0; frame < file; frame++) {
        end = start + seconds(frame, file - 1)
        printf ".f%d{animation-name:k%d}@keyframes k%d{", frame, frame, frame
        if (frame > 0)
            printf "0%%{visibility:hidden}"
        printf "%s{visibility:visible}", frame ? percent(start) : "0%"
        printf "%s{visibility:hidden}}\n", percent(end)
        start = end
    }
    print "@media (prefers-reduced-motion:reduce){.f{animation:none}}"
    print "</style>"
    show(1)
    for (i = 1; i <= lines && of[i] == 0; i++)
        if (count[line[i]] == file)
            print line[i]
    show(0)
    print "</svg>"
}' "$frames"/*.svg >"$folder/slider.svg"

# asciinema v2: a header, then [time, "o", what the program writes].
awk -v size="$size" "$seconds"'
function finish()
{
    if (file == 0)
        return
    printf "[%.1f, \"o\", \"%s\"]\n", time, screen
    time += seconds(file - 1, ARGC - 2)
}

BEGIN {
    split(size, side, "x")
    printf "{\"version\": 2, \"width\": %d, \"height\": %d, ", side[1], side[2]
    print "\"title\": \"distml-tui: a slider lifts the curve\"}"
}
FNR == 1 {
    finish()
    screen = file++ ? "\\u001b[H" : "\\u001b[?25l\\u001b[2J\\u001b[H"
}
{
    gsub(/["\\]/, "\\\\&")
    screen = screen (FNR > 1 ? "\\r\\n" : "") "\\u001b[K" $0
}
END {
    finish()
    printf "[%.1f, \"o\", \"\\u001b[?25h\\r\\n\"]\n", time
}' "$frames"/*.txt >"$folder/slider.cast"
