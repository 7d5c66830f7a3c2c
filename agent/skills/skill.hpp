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
    std::string name; // the field `name`, or the name of the directory
    std::string directory; // for display: relative in the workspace, otherwise absolute
    Source source = Source::user;
    bool is_trusted = true;
    std::string problem = {}; // the reason why it cannot be used; empty: it can
    std::string description = {}; // one line of at most 1,024 characters
    bool is_for_model = true; // false: only the operator can start it (disable-model-invocation)
    trust::Trusted trusted = {}; // key under which trust in a skill of the workspace is stored
};

// Reads */SKILL.md of the skill directories, sorted by name, at most 200 each: agentcli/skills of
// $XDG_CONFIG_HOME, ~/.agents/skills and ~/.claude/skills of the user, then .agentcli/skills,
// .agents/skills and .claude/skills of the current directory and of the directories above it up to
// the root of the repository (toolkit/system/repository.hpp). For a faulty skill `problem` is set,
// and also for a skill of the workspace whose directory name has characters other than A-Z a-z 0-9
// . _ -. A directory with two of these paths is listed once. Throws BAD_REQUEST if there are skills
// of the workspace and trust.json cannot be trusted.
std::vector<Skill> list_skills();

// Returns the skills in `all` that can be used: trusted and without a problem. Of several with one
// name, returns the first, which is the user's own.
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
    std::string text = {}; // text of SKILL.md
    std::vector<FileOfSkill> files = {}; // all, in the order of their paths
};
SkillToTrust read_skill_to_trust(const std::string& path);

// Returns the key of that trust without a hash, to end it. Throws BAD_REQUEST.
trust::Trusted place_of_skill(const std::string& path);

// True if the path is a SKILL.md, or a directory in a directory named `skills`.
bool is_place_of_skill(const std::string& path);

// The content of a skill: the text of SKILL.md without its fields, and the paths of at most 200
// other files of the skill, without hidden ones.
struct SkillText {
    std::string body;
    std::vector<std::string> files = {};
    std::size_t more_files = 0; // the number of further files
};

// Reads a usable skill. Throws BAD_REQUEST if it has changed since it was trusted, or can no longer
// be read.
SkillText read_skill(const Skill& skill);

// Returns a text file of a skill by its path beneath the skill's directory: at most 256 KiB of
// UTF-8, without invisible characters. Does not follow links. Throws like read_skill(),
// PERMISSION_DENIED if a name in the path begins with a dot, and NOT_FOUND, OUTSIDE_WORKSPACE,
// NOT_A_FILE, TOO_LARGE or UNSUPPORTED.
std::string read_file_of_skill(const Skill& skill, const std::string& path);

// Returns a line with name and description for each skill that the model may start, for the system
// message: at most 8 KiB. Descriptions are cut to equal lengths if together they are too long;
// names without room are added to `left_out`. Empty if there is no such skill.
std::string index_of(const std::vector<Skill>& usable, std::vector<std::string>& left_out);

// Returns the message with which the operator starts a skill; `text` may be empty. `has_tool` is
// true if the model has the tool that reads files of skills; the message then names it if the tool
// can read this skill.
std::string message_with_skill(const Skill& skill, const std::string& text, bool has_tool);

}
