#pragma once

#include "agent/model/trace.hpp"
#include "runner/start/system_message.hpp"

#include <string>
#include <vector>

namespace runner::start {

using namespace agent;

// Returns the text without invisible characters, and notes which were left out of `file`.
std::string visible_part(std::string text, const std::string& file, model::Trace& trace);

// A file of instructions: words for the model. It grants nothing, and no file that it mentions is
// read.
struct InstructionFile {
    std::string directory; // absolute; a link must not lead out of it
    std::string name;
    std::string label; // "AGENTS.md", "../CLAUDE.md"; the absolute path of the user's own
    enum class Place { of_user, above, current } place = Place::current;
};

// Returns the files that count, in the order in which they are sent: AGENTS.md of the user's
// configuration; then, from the root of the repository down to the current directory, one file of
// each directory (toolkit/system/repository.hpp): AGENTS.md, or else CLAUDE.md, or else GEMINI.md.
std::vector<InstructionFile> find_instruction_files();

// Reads these files, and returns a part for each that is not empty, headed by its label. All have
// at most 32 KiB: the user's own file gets up to half of it, and of what is left the nearest file
// is served first. Whatever does not fit is cut off the end of a file, redacted before, and noted.
// A link to a file that was found as well is left out. Throws BAD_REQUEST for a file that can't be
// used: not UTF-8, no regular file, a link out of its directory, above the current directory a file
// of another user.
PromptParts read_instruction_files(model::Trace& trace);

}
