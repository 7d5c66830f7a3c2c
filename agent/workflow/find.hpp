#pragma once

#include "agent/trust/trust.hpp"
#include "agent/workflow/read_file.hpp"

#include <string>
#include <vector>

namespace agent::workflow {

// Who has put a file where it is: the operator has named it by its path; it lies in the user's
// directory; or in the workspace, where anybody may have written it.
enum class Source { path, user, workspace };

std::string_view name_of(Source source);

struct FoundFile {
    std::string path; // as it is shown
    Source source = Source::path;
    std::string text = {};
    bool is_trusted = true;
    trust::Trusted trusted = {}; // of the workspace: what a yes is about
};

// The source of a workflow's name: the command line, or a file such as a test or a profile.
enum class NamedBy { command_line, file };

// What -w names: a file by its path, which has a /, or by its name in .agentcli/workflows of the
// workspace and of the user. Only what the command line names by its path may be a pipe. A name
// after a colon is that of one of several workflows in it. Throws BAD_REQUEST with the nearest
// name, or if an untrusted file has the name of one of the user's.
struct NamedWorkflow {
    FoundFile file;
    std::string workflow; // in it
};
NamedWorkflow find_workflow(const std::string& name, NamedBy by);

// A file that was named by its path, but not by the operator: trusted if its bytes are.
void judge_as_found(FoundFile& file);

// All that can be found by a name, in order. One that cannot be read has no text.
std::vector<FoundFile> list_workflow_files();

// A file of the workspace that may become trusted.
FoundFile read_workspace_file(const std::string& path);

CheckedFile read_workflows(const FoundFile& found);

}
