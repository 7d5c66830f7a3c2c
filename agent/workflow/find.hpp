#pragma once

#include "agent/trust/trust.hpp"
#include "agent/workflow/read_file.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace agent::workflow {

// The origin of a file: the operator named its path, or it was found in the user's directory or in
// the workspace, where anyone may have written it.
enum class Source { path, user, workspace };

std::string_view name_of(Source source);

struct FoundFile {
    std::string path; // as shown to people
    Source source = Source::path;
    std::string text = {};
    bool is_trusted = true;
    trust::Trusted trusted = {}; // for a file of the workspace: the key under which trust is stored
};

// The source of a workflow's name: the command line, or a file such as a test or a profile.
enum class NamedBy { command_line, file };

// The workflow that -w names: by the path of a file, which contains a /, or by a name in
// .agentcli/workflows of the workspace and of the user. A name after a colon selects one of several
// workflows in the file. Only a path on the command line may be a pipe. find_workflow() throws
// BAD_REQUEST with the nearest name if there is none, and if an untrusted file has the same name as
// one of the user's.
struct NamedWorkflow {
    FoundFile file;
    std::string workflow; // its name in the file; empty: not given
};
NamedWorkflow find_workflow(const std::string& name, NamedBy by);

// Returns the workflow that a step of another file names by a path beneath the directory of that
// file, such as ./steps.yaml or sub/steps.yaml:other. It is trusted if the other file was named by
// its path or is one of the user's; a file of the workspace is judged by its content.
struct FileOfStep {
    std::string directory;
    Source source;
};
NamedWorkflow find_beside(const FileOfStep& from, const std::string& name);

// Sets whether a file is trusted by its content. For a file whose path was not given by the
// operator.
void judge_as_found(FoundFile& file);

// Returns all files that can be found by a name, in order. The text of a file that cannot be read
// is empty.
std::vector<FoundFile> list_workflow_files();

// Reads a file of the workspace, and sets whether it is trusted.
FoundFile read_workspace_file(const std::string& path);

CheckedFile read_workflows(const FoundFile& found);

}
