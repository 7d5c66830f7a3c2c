#pragma once

#include "agent/model/trace.hpp"
#include "runner/start/system_message.hpp"

#include <string>
#include <vector>

namespace runner::start {

using namespace agent;

// Returns the text without invisible characters. Notes which characters were removed from `file`.
std::string visible_part(std::string text, const std::string& file, model::Trace& trace);

// A file with instructions for the model. It grants no permissions, and files that it mentions are
// not read.
struct InstructionFile {
    std::string directory; // absolute; a link must not lead out of it
    std::string name;
    std::string label; // "AGENTS.md", "../CLAUDE.md"; an absolute path for the user's own file
    enum class Place { of_user, above, current } place = Place::current;
};

// Returns the instruction files to use, in the order in which they are sent: AGENTS.md of the
// user's configuration; then one file from each directory between the root of the repository and
// the current directory (toolkit/system/repository.hpp): AGENTS.md, otherwise CLAUDE.md, otherwise
// GEMINI.md.
std::vector<InstructionFile> find_instruction_files();

// Reads these files and returns a part for each that is not empty, headed by its label. Together
// they have at most 32 KiB. The user's own file gets up to half of that; the rest goes to the other
// files, the nearest first. The end of a file that does not fit is cut off, after redaction, and
// noted. A link to another of these files is left out. Throws BAD_REQUEST for a file that can't be
// used: it is not UTF-8, is not a regular file, is a link out of its directory, or lies above the
// current directory and belongs to another user.
PromptParts read_instruction_files(model::Trace& trace);

}
