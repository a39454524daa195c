#!/bin/sh
# Mette in una cartella quello che un host statico pubblica: i file della costruzione in uso, senza le copie compresse
# (.br, .gz), che un host fa da sé e che raddoppierebbero il numero dei file.
#   sh manuale/host/da-pubblicare.sh CARTELLA [COSTRUZIONE]
set -eu
out=$1
site=${2:-site}
[ -f "$site/index.html" ] || { echo "In $site non c’è un sito: prima «make site»." >&2; exit 1; }
[ ! -e "$out" ] || { echo "$out c’è già: toglila, o scegli un’altra cartella." >&2; exit 1; }
cp -RL "$site" "$out"
find "$out" -type f \( -name '*.br' -o -name '*.gz' \) -exec rm -f {} +
touch "$out/.nojekyll"
echo "$out: $(find "$out" -type f | wc -l | tr -d ' ') file."
