#include "agent/skills/skill.hpp"

#include "agent/skills/front_matter.hpp"
#include "agent/skills/skill_files.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/system/repository.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/invisible.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

namespace agent::skills {

namespace fs = std::filesystem;

using namespace toolkit;

static constexpr std::size_t max_skill_file = 256 << 10; // of SKILL.md or another text file
static constexpr std::size_t max_skills = 200; // per directory
static constexpr std::size_t max_name = 64;
static constexpr std::size_t max_description = 1024; // characters
static constexpr std::size_t max_index = 8 << 10;
static constexpr std::size_t max_told_files = 200;
static const char* const file_name = "SKILL.md";
static const char* const trusted_kind = "skill";

namespace {

struct Root {
    std::string path;
    Source source;
};

}

static std::vector<Root> roots()
{
    std::vector<Root> all;
    if (const std::string config = system::config_directory(); !config.empty())
        all.push_back({config + "/skills", Source::user});
    for (const std::string& directory : system::shared_skill_directories())
        all.push_back({directory, Source::user});
    const std::size_t count = system::directories_of_repository().size();
    for (std::size_t up = 0; up < count; ++up)
        for (const char* directory : {".agentcli/skills", ".agents/skills", ".claude/skills"})
            all.push_back({system::path_up(up) + directory, Source::workspace});
    return all;
}

static bool is_skill_name(std::string_view name)
{
    static constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789-";
    return !name.empty() && name.size() <= max_name
        && name.find_first_not_of(allowed) == std::string_view::npos && !name.starts_with('-')
        && !name.ends_with('-');
}

static void take_content(Skill& skill, const std::string& text)
{
    const FrontMatter read = read_front_matter(text);
    if (const std::string name = read.field("name"); !name.empty())
        skill.name = name;
    if (!is_skill_name(skill.name))
        throw ToolError(Code::bad_request,
            "its name " + text::in_quotes(skill.name)
                + " is not made of 1 to 64 of the characters a-z 0-9 -",
            "the field 'name' names it");
    skill.description = cut_to(read.field("description"), max_description);
    if (skill.description.empty())
        throw ToolError(Code::bad_request, "it has no description",
            "the field 'description' says what it does, and when to use it");
    const auto hides = read.fields.find("disable-model-invocation");
    skill.is_for_model = hides == read.fields.end() || hides->second == "false";
}

// True if a shell reads the name as one word: commands with it are suggested to the operator.
static bool is_plain_word(const std::string& name)
{
    static constexpr std::string_view allowed
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    return !name.empty() && name.find_first_not_of(allowed) == std::string::npos;
}

// Requires a plain name of the directory, since the author of a cloned repository chooses it.
static void require_plain_directory(const std::string& directory)
{
    if (!is_plain_word(fs::path(directory).filename().string()))
        throw ToolError(Code::bad_request,
            "the name of its directory is not made of the characters A-Z a-z 0-9 . _ -",
            "rename the directory");
}

static ToolError unusable(const Skill& skill, const ToolError& error)
{
    return {Code::bad_request,
        "cannot use the skill " + text::in_quotes(skill.directory) + ": " + error.message,
        error.hint};
}

static std::string hash_of(const std::vector<FileOfSkill>& files)
{
    std::string lines;
    for (const auto& file : files)
        lines += file.sha256 + "  " + file.path + "\n";
    return system::sha256(lines);
}

static trust::Trusted place_of(const std::string& directory)
{
    std::error_code error;
    const fs::path real = fs::canonical(directory, error);
    if (error)
        throw ToolError(
            Code::bad_request, "there is no skill in the directory " + text::in_quotes(directory));
    return {trusted_kind, real.string(), file_name, {}};
}

static bool is_same_place(const trust::Trusted& one, const trust::Trusted& other)
{
    return one.kind == other.kind && one.directory == other.directory && one.name == other.name;
}

// Sets `trusted` and `is_trusted`. Hashes only directories that were trusted once, so that others
// cost no time.
static void judge(Skill& skill, const File& directory, const std::vector<trust::Trusted>& known)
{
    skill.trusted = place_of(skill.directory);
    const auto found = std::find_if(known.begin(), known.end(),
        [&](const trust::Trusted& one) { return is_same_place(one, skill.trusted); });
    skill.is_trusted = false;
    if (found == known.end())
        return;
    skill.trusted.sha256 = hash_of(hashed_files(directory));
    skill.is_trusted = skill.trusted.sha256 == found->sha256;
}

static Skill listed(
    const std::string& directory, Source source, const std::vector<trust::Trusted>& known)
{
    Skill skill {
        fs::path(directory).filename().string(), directory, source, source == Source::user};
    try {
        if (source == Source::workspace)
            require_plain_directory(directory);
        const File opened = open_skill_directory(directory, source);
        if (source == Source::workspace)
            judge(skill, opened, known);
        take_content(skill, read_in(opened, file_name, max_skill_file));
    } catch (const ToolError& error) {
        skill.problem = unusable(skill, error).message;
    }
    return skill;
}

static std::vector<std::string> directories_in(const Root& root, std::set<std::string>& seen)
{
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(root.path, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string path = root.path + "/" + entry->path().filename().string();
        std::error_code missing;
        const fs::path real = fs::canonical(path, missing);
        if (!missing && text::is_utf8(path) && fs::exists(real / file_name, missing)
            && names.size() < 10 * max_skills && seen.insert(real.string()).second)
            names.push_back(path);
    }
    std::sort(names.begin(), names.end());
    names.resize(std::min(names.size(), max_skills));
    return names;
}

std::vector<Skill> list_skills()
{
    std::vector<Skill> all;
    std::set<std::string> seen;
    std::vector<trust::Trusted> known;
    bool has_read = false;
    for (const Root& root : roots())
        for (const auto& directory : directories_in(root, seen)) {
            if (root.source == Source::workspace && !std::exchange(has_read, true))
                known = trust::list_trusted();
            all.push_back(listed(directory, root.source, known));
        }
    return all;
}

static bool is_usable(const Skill& skill) { return skill.is_trusted && skill.problem.empty(); }

std::vector<Skill> usable_skills(const std::vector<Skill>& all)
{
    std::vector<Skill> usable;
    for (const auto& skill : all) {
        const bool is_known = std::any_of(usable.begin(), usable.end(),
            [&](const Skill& other) { return other.name == skill.name; });
        if (is_usable(skill) && !is_known)
            usable.push_back(skill);
    }
    return usable;
}

const Skill& find_skill(const std::vector<Skill>& all, const std::string& name)
{
    std::vector<std::string> names;
    const Skill* found = nullptr;
    for (const auto& skill : all) {
        names.push_back(skill.name);
        if (skill.name == name && (found == nullptr || (is_usable(skill) && !is_usable(*found))))
            found = &skill;
    }
    if (found == nullptr)
        throw ToolError(Code::not_found, "there is no skill " + text::in_quotes(name),
            text::did_you_mean(name, names, "'agentcli skill list' lists them"));
    if (!found->problem.empty())
        throw ToolError(Code::bad_request, found->problem);
    if (!found->is_trusted)
        throw ToolError(Code::bad_request,
            "the skill " + text::in_quotes(found->directory) + " is not trusted",
            "'agentcli trust " + found->directory + "' shows it, and trusts it after a yes");
    return *found;
}

static std::string directory_at(const std::string& path)
{
    fs::path directory(path);
    if (directory.filename() == file_name)
        directory = directory.parent_path();
    if (directory.has_filename() || directory.empty())
        return directory.empty() ? "." : directory.string();
    return directory.parent_path().string(); // for a path that ends with a slash
}

bool is_place_of_skill(const std::string& path)
{
    return fs::path(path).filename() == file_name
        || fs::path(directory_at(path)).parent_path().filename() == "skills";
}

trust::Trusted place_of_skill(const std::string& path) { return place_of(directory_at(path)); }

SkillToTrust read_skill_to_trust(const std::string& path)
{
    SkillToTrust read {{.name = {}, .directory = directory_at(path), .source = Source::workspace}};
    Skill& skill = read.skill;
    skill.trusted = place_of(skill.directory);
    skill.name = fs::path(skill.trusted.directory).filename().string();
    try {
        require_plain_directory(skill.trusted.directory);
        const File directory = open_skill_directory(skill.directory, skill.source);
        read.files = hashed_files(directory);
        read.text = read_in(directory, file_name, max_skill_file);
        take_content(skill, read.text);
    } catch (const ToolError& error) {
        throw unusable(skill, error);
    }
    const auto own = std::find_if(read.files.begin(), read.files.end(),
        [](const FileOfSkill& file) { return file.path == file_name; });
    if (own == read.files.end() || own->sha256 != system::sha256(read.text))
        throw ToolError(Code::bad_request,
            "the skill " + text::in_quotes(skill.directory) + " is changed while it is read",
            "try again");
    skill.trusted.sha256 = hash_of(read.files);
    return read;
}

// Opens the directory, and returns the hashes of its files if it is of the workspace.
static File open_unchanged(const Skill& skill, std::vector<FileOfSkill>& files)
{
    File directory = open_skill_directory(skill.directory, skill.source);
    if (skill.source != Source::workspace)
        return directory;
    files = hashed_files(directory);
    if (hash_of(files) != skill.trusted.sha256)
        throw ToolError(Code::bad_request,
            "the skill " + text::in_quotes(skill.name) + " has changed since it was trusted",
            "'agentcli trust " + skill.directory + "' shows it anew to the operator");
    return directory;
}

// Reads a file. For a skill of the workspace, requires that its bytes are those that were hashed.
static std::string read_unchanged(const Skill& skill, const std::string& path)
{
    std::vector<FileOfSkill> files;
    const File directory = open_unchanged(skill, files);
    std::string text = read_in(directory, path, max_skill_file);
    const auto same = [&](const FileOfSkill& file) {
        return file.path == path && file.sha256 == system::sha256(text);
    };
    if (skill.source == Source::workspace && std::none_of(files.begin(), files.end(), same))
        throw ToolError(Code::conflict,
            "the skill " + text::in_quotes(skill.name) + " is changed while it is read",
            "try again");
    return text;
}

SkillText read_skill(const Skill& skill)
{
    SkillText read {read_front_matter(read_unchanged(skill, file_name)).body};
    read.files = told_files(open_skill_directory(skill.directory, skill.source));
    std::erase(read.files, file_name);
    read.more_files = read.files.size() - std::min(read.files.size(), max_told_files);
    read.files.resize(read.files.size() - read.more_files);
    return read;
}

std::string read_file_of_skill(const Skill& skill, const std::string& path)
{
    if (path.empty() || path.starts_with('/') || text::contains(fs::path(path), fs::path("..")))
        throw ToolError(Code::outside_workspace,
            text::in_quotes(path) + " is not a path in the skill " + text::in_quotes(skill.name),
            "a relative path without ..");
    const fs::path normal = fs::path(path).lexically_normal();
    if (std::any_of(normal.begin(), normal.end(),
            [](const fs::path& name) { return name.string().starts_with('.'); }))
        throw ToolError(Code::permission_denied,
            text::in_quotes(path) + " is hidden: a name in it begins with a dot",
            "the skill lists the files beside it");
    std::string text = read_unchanged(skill, normal.string());
    if (!text::is_utf8(text) || text.find('\0') != std::string::npos)
        throw ToolError(Code::unsupported, text::in_quotes(path) + " is not text",
            "its path is " + text::in_quotes(skill.directory + "/" + path));
    return text::visible_part(std::move(text), 0).text;
}

static std::string lines_of(const std::vector<const Skill*>& skills, std::size_t most)
{
    std::string lines;
    for (const Skill* skill : skills)
        lines += "\n- " + skill->name + ": " + cut_to(skill->description, most);
    return lines;
}

std::string index_of(const std::vector<Skill>& usable, std::vector<std::string>& left_out)
{
    std::vector<const Skill*> skills;
    for (const auto& skill : usable)
        if (skill.is_for_model)
            skills.push_back(&skill);
    if (skills.empty())
        return {};
    std::string index
        = "Skills are instructions for certain tasks. Before a task that one of them is for, read "
          "it by the tool skill:";
    std::size_t most = max_description;
    while (most > 64 && index.size() + lines_of(skills, most).size() > max_index)
        most /= 2;
    while (index.size() + lines_of(skills, most).size() > max_index) {
        left_out.insert(left_out.begin(), skills.back()->name);
        skills.pop_back();
    }
    return index + lines_of(skills, most);
}

std::string message_with_skill(const Skill& skill, const std::string& text, bool has_tool)
{
    const SkillText read = read_skill(skill);
    std::string message
        = "Follow the skill " + skill.name + " of " + skill.directory + ":\n\n" + read.body;
    if (!read.files.empty()) {
        message += has_tool && skill.is_for_model
            ? "\n\nFiles beside it, which the tool skill reads:"
            : "\n\nFiles in its directory:";
        for (const auto& file : read.files)
            message += "\n- " + file;
    }
    return message + (text.empty() ? "" : "\n\n" + text);
}

}
