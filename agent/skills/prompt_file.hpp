#pragma once

#include "agent/trust/trust.hpp"
#include "agent/workflow/find.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace agent::skills {

using workflow::Source;

// A prompt in a file NAME.md: fields between lines of ---, and a text with placeholders. NAME has
// the form of a workflow's name.
struct PromptFile {
    std::string name;
    std::string path; // path for display
    Source source = Source::path;
    bool is_trusted = true;
    std::string problem = {}; // the reason why it cannot be used; empty: it can
    std::string description = {}; // one line: its field, or the first line of the text
    std::string argument_hint = {}; // "[file]"; may be empty
    std::string body = {};
    std::string text = {}; // the whole file, to be shown before it is trusted
    trust::Trusted trusted = {}; // key under which trust in a file of the workspace is stored
};

// Reads agentcli/prompts/*.md of $XDG_CONFIG_HOME, then .agentcli/prompts/*.md of the current
// directory and of the directories above it up to the root of the repository
// (toolkit/system/repository.hpp), each sorted by name, at most 200 per directory. For a file that
// cannot be read, `problem` is set.
std::vector<PromptFile> list_prompt_files();

// Returns the prompt files that can be used: trusted, without a problem, and the first of several
// with one name, which is the user's own.
std::vector<PromptFile> usable_prompt_files();

// Caches the result of usable_prompt_files(), without `body` and `text`, for a completion that
// needs it at each key. Reads only files that are new or whose status has changed.
class PromptFileList {
public:
    std::vector<PromptFile> usable();

private:
    using Status = std::array<std::int64_t, 7>;
    static std::optional<Status> status_of(const std::string& path);

    struct Known {
        Status status;
        PromptFile file;
    };
    std::map<std::string, Known> known; // known files by path
};

// Returns the first prompt file with this name that can be used; a name with a / is the path of a
// file, which needs no trust. Throws NOT_FOUND with the nearest name, or BAD_REQUEST if it is
// faulty or not trusted.
PromptFile find_prompt_file(const std::string& name);

// Returns a file of the workspace that may become trusted, with the hash of its bytes. Throws
// BAD_REQUEST if it cannot be read.
PromptFile read_prompt_of_workspace(const std::string& path);

}
