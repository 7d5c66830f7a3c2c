#!/bin/sh
# Runs a compiler through ccache: ccache.sh SOURCE_DIRECTORY COMPILER ARGUMENT…
#
# A clone at another path finds the same results: paths below the source directory are hashed
# relative to it. The sloppiness is what precompiled headers require (ccache(1), "Precompiled
# headers").
#
# A precompiled header is found by the bytes of the headers that it includes (depend mode). By its
# preprocessed text, which has neither comments nor definitions of macros, ccache would return one
# with older macros, or, after a change of a comment, one that does not recognize its own headers,
# so that they are read twice.
export CCACHE_BASEDIR="$1" CCACHE_NOHASHDIR=1
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
shift
case " $* " in
  *' c++-header '*) export CCACHE_DEPEND=1 ;;
esac
ccache "$@"
