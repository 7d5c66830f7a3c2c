#pragma once

#include "agent/trust/trust.hpp"
#include "agent/workflow/find.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent::skills {

using workflow::Source;

// A directory with a SKILL.md in the open format of Agent Skills (https://agentskills.io):
// instructions for the model about a kind of work, with further files.
struct Skill {
    std::string name; // its field, or that of the directory
    std::string directory; // as shown: relative in the workspace, absolute for the user's
    Source source = Source::user;
    bool is_trusted = true;
    std::string problem = {}; // the reason why it cannot be used; empty: it can
    std::string description = {}; // one line of at most 1,024 characters
    bool is_for_model = true; // false: only the operator begins it (disable-model-invocation)
    trust::Trusted trusted = {}; // for a skill of the workspace: the key of its trust
};

// Reads */SKILL.md of the directories of skills: agentcli/skills of $XDG_CONFIG_HOME,
// ~/.agents/skills and ~/.claude/skills of the user, then .agentcli/skills, .agents/skills and
// .claude/skills of the current directory and of those above it up to the root of the repository
// (toolkit/system/repository.hpp), in the order of their names, at most 200 of each. One
// that is faulty has a problem, as has one of the workspace whose directory has a name with other
// characters than A-Z a-z 0-9 . _ -. A directory that has two of these paths is listed once. Throws
// BAD_REQUEST if there are skills of the workspace and trust.json cannot be relied on.
std::vector<Skill> list_skills();

// Returns those of `all` that can be used: trusted, without a problem, and of several with one name
// the first, which is the user's own.
std::vector<Skill> usable_skills(const std::vector<Skill>& all);

// Returns the first skill of `all` with this name that can be used. If none can, throws NOT_FOUND
// with the nearest name, or BAD_REQUEST if it is faulty or not trusted.
const Skill& find_skill(const std::vector<Skill>& all, const std::string& name);

// Returns a skill of the workspace that may become trusted, by the path of its directory or of its
// SKILL.md. Trust covers the bytes and names of all files in its directory: at most 1,000 files, 16
// MiB and 8 levels; links and special files in it are refused. Throws BAD_REQUEST.
struct FileOfSkill {
    std::string path; // beneath its directory
    std::size_t bytes = 0;
    std::string sha256 = {};
};
struct SkillToTrust {
    Skill skill;
    std::string text = {}; // of SKILL.md
    std::vector<FileOfSkill> files = {}; // all, in the order of their paths
};
SkillToTrust read_skill_to_trust(const std::string& path);

// Returns the key of that trust without a hash, to end it. Throws BAD_REQUEST.
trust::Trusted place_of_skill(const std::string& path);

// True if the path is that of a SKILL.md, or of a directory in a directory `skills`.
bool is_place_of_skill(const std::string& path);

// A skill as it is used: the text of SKILL.md without its fields, and the paths of the files beside
// it, without hidden files: at most 200.
struct SkillText {
    std::string body;
    std::vector<std::string> files = {};
    std::size_t more_files = 0; // the number of further files
};

// Reads a skill that can be used. Throws BAD_REQUEST if it has changed since it was trusted, or
// cannot be read any more.
SkillText read_skill(const Skill& skill);

// Returns a text file of a skill by its path beneath the skill's directory, at most 256 KiB of
// UTF-8, without characters that a reader does not see. No link is followed. Throws as
// read_skill(), PERMISSION_DENIED if a name in the path begins with a dot, and NOT_FOUND,
// OUTSIDE_WORKSPACE, NOT_A_FILE, TOO_LARGE or UNSUPPORTED.
std::string read_file_of_skill(const Skill& skill, const std::string& path);

// Returns a line for each skill that the model may begin, which names and describes it, for the
// system message: at most 8 KiB. Descriptions are cut alike if they are too long together; names
// for which there is no room are added to `left_out`. Empty if there is no such skill.
std::string index_of(const std::vector<Skill>& usable, std::vector<std::string>& left_out);

// Returns the message of an operator who begins a skill; `text` may be empty. `has_tool` says that
// the model is offered the tool for reading the files of skills: it is named if it reads this one.
std::string message_with_skill(const Skill& skill, const std::string& text, bool has_tool);

}
