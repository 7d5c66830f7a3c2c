# goagent's own tests of the tools of the same names, run with ours: all pass but those that expect
# a difference that docs/contract.md lists. They are not stored here: AGENTCLI_GOAGENT names a
# checked-out tree. Needs go 1.19.
. "$(dirname "$0")/../shell.sh"
[ -n "${AGENTCLI_GOAGENT:-}" ] || skip "AGENTCLI_GOAGENT names no directory with goagent's sources"
needs go

cd "$dir"
cat > expected <<'END'
exec TestExec_CwdAndEnv
exec TestExec_Timeout
fs_append_file TestFsAppend_Validation_AbsolutePath
fs_append_file TestFsAppend_Validation_BadBase64
fs_append_file TestFsAppend_Validation_MissingContent
fs_append_file TestFsAppend_Validation_MissingPath
fs_append_file TestFsAppend_Validation_PathEscape
fs_apply_patch TestFsApplyPatch_CRLF_NewFile_NormalizedLF
fs_apply_patch TestFsApplyPatch_Conflict_TargetExistsWithDifferentContent
fs_edit_range TestFsEditRange_BinaryContent
fs_edit_range TestFsEditRange_End_Splicing
fs_listdir TestFsListdir_ErrorJSON_PathRequired
fs_read_lines TestFsReadLines_CRLF_Normalize
fs_read_lines TestFsReadLines_LF_Simple
fs_read_lines TestFsReadLines_MaxBytes_Truncates
fs_search TestFsSearch_FileSizeLimit
fs_search TestFsSearch_Globs_Filter
fs_search TestFsSearch_Literal_SingleFile
fs_search TestFsSearch_Regex_SingleFile
fs_search TestFsSearch_Skips_BinaryDirs
fs_search TestFsSearch_Truncation
fs_write_file TestFsWrite_MissingParent
get_time TestTimeCLI_MissingTimezone_ErrorContract
get_time TestToolbeltDiagramExists
END

mkdir sources
cp -r "$AGENTCLI_GOAGENT/tools" sources
cd sources
printf 'module github.com/hyperifyio/goagent\n\ngo 1.19\n' > go.mod
builder=$(grep -l '^func BuildTool(' tools/testutil/*.go)
cat > "$builder" <<'END'
package testutil

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func BuildTool(t *testing.T, name string) string {
	return filepath.Join(os.Getenv("TOOLS"), strings.Replace(name, "fs_apply_patch", "apply_patch", 1))
}
END
for tool in exec fs_append_file fs_apply_patch fs_edit_range fs_listdir fs_mkdirp fs_move \
  fs_read_file fs_read_lines fs_rm fs_search fs_stat fs_write_file get_time; do
  TOOLS=$bin go test -v "./tools/cmd/$tool" > ../log 2>&1 || true
  grep -q '^--- PASS' ../log || fail "no test of $tool ran: $(tail -1 ../log)"
  sed -n "s/^--- FAIL: \([^ ]*\).*/$tool \1/p" ../log
done | LC_ALL=C sort > ../failed
diff -u ../expected ../failed
