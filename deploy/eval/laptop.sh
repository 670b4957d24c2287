#!/bin/sh
# An eval on all cores of one machine: the cluster of Dask begins and ends with the command.
#
#   deploy/eval/laptop.sh questions.yaml recorded:answers.jsonl runs/1
set -eu
exec verifyd eval run "$1" --agent "$2" --out "$3" --resume --engine dask --parallel 8
