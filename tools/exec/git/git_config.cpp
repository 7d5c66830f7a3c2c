#include "git_config.hpp"

#include "repository.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/text/path_names.hpp"
#include "way.hpp"

#include <fcntl.h>
#include <strings.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <utility>

namespace exec::git {

namespace {

bool is_same_name(const std::string& name, const char* other)
{
    return strcasecmp(name.c_str(), other) == 0;
}

// Returns true if the name of the key says that its values are paths or URLs. Other keys have
// commands, whose first word is found by $PATH, or plain values such as "main" and "true".
bool is_key_of_path(const std::string& key)
{
    static constexpr std::array ends {"file", "path", "dir", "directory", "url", "uri", "insteadof",
        "remote", "pushdefault", "template", "worktree", "cert", "key", "cainfo"};
    return std::any_of(ends.begin(), ends.end(), [&](std::string_view end) {
        return key.size() >= end.size()
            && is_same_name(key.substr(key.size() - end.size()), end.data());
    });
}

bool is_section_of_person(const std::string& section)
{
    return is_same_name(section, "user") || is_same_name(section, "author")
        || is_same_name(section, "committer");
}

class ConfigReader {
public:
    explicit ConfigReader(std::string_view text)
        : rest(text)
    {
        constexpr std::string_view mark_of_utf8 = "\xef\xbb\xbf";
        if (rest.starts_with(mark_of_utf8))
            rest.remove_prefix(mark_of_utf8.size());
    }

    GitConfig read()
    {
        while (skip_blanks())
            if (rest.front() == '[')
                section = header();
            else if (rest.front() == '#' || rest.front() == ';')
                take_until("\n");
            else
                setting();
        return std::move(config);
    }

private:
    bool skip_blanks()
    {
        rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(" \t\r\n\v\f")));
        return !rest.empty();
    }

    // A newline at the end.
    char take_one()
    {
        const char letter = rest.empty() ? '\n' : rest.front();
        rest.remove_prefix(std::min<std::size_t>(rest.size(), 1));
        return letter;
    }

    std::string_view take_until(std::string_view ends)
    {
        const std::string_view taken = rest.substr(0, rest.find_first_of(ends));
        rest.remove_prefix(taken.size());
        return taken;
    }

    // The name of the section without that of its part: [includeIf "gitdir:x"]. The part of "url"
    // takes the place of what insteadOf and pushInsteadOf say.
    std::string header()
    {
        rest.remove_prefix(1);
        std::string name(take_until(" \t\"]\n"));
        std::string part;
        bool is_quoted = false;
        for (; !rest.empty() && rest.front() != '\n'; rest.remove_prefix(1)) {
            if (rest.front() == ']' && !is_quoted) {
                rest.remove_prefix(1);
                break;
            }
            if (rest.front() == '\\' && rest.size() > 1)
                rest.remove_prefix(1);
            else if (rest.front() == '"') {
                is_quoted = !is_quoted;
                continue;
            }
            if (is_quoted)
                part += rest.front();
        }
        if (is_same_name(name, "url") && !part.empty())
            add_word(part);
        return name;
    }

    void setting()
    {
        std::string key(take_until("=\n"));
        key.resize(key.find_last_not_of(" \t\r") + 1);
        const bool has_value = !rest.empty() && rest.front() == '=';
        if (has_value)
            rest.remove_prefix(1);
        const std::string text = has_value ? value() : "true";
        if (is_same_name(section, "rerere") && is_same_name(key, "enabled"))
            config.enables_rerere = is_same_name(text, "true") || is_same_name(text, "yes")
                || is_same_name(text, "on") || text == "1";
        if (!has_value)
            return;
        if (is_same_name(key, "path"))
            config.included.push_back(text);
        if (is_same_name(key, "hooksPath"))
            config.hooks.push_back(text);
        if (is_same_name(section, "core") && is_same_name(key, "worktree"))
            config.tree = text;
        if (is_same_name(key, "templateDir"))
            config.templates.push_back(text);
        const bool is_name = is_same_name(key, "name") || is_same_name(key, "email");
        if (!is_name || !is_section_of_person(section))
            add_words(text, is_key_of_path(key));
    }

    // Without quotes and comments, and without whitespace around it that is not in quotes; a
    // backslash at the end of a line continues it.
    std::string value()
    {
        std::string text;
        std::size_t size = 0; // without whitespace at the end
        bool is_quoted = false;
        while (!rest.empty() && rest.front() != '\n') {
            const char letter = take_one();
            const bool is_blank = letter == ' ' || letter == '\t' || letter == '\r';
            if (letter == '\\') {
                add_escaped_letter(text);
                size = text.size();
            } else if (letter == '"') {
                is_quoted = !is_quoted;
                size = text.size();
            } else if (!is_quoted && (letter == '#' || letter == ';'))
                take_until("\n");
            else if (is_quoted || !is_blank || !text.empty()) {
                text += letter;
                size = is_quoted || !is_blank ? text.size() : size;
            }
        }
        text.resize(size);
        return text;
    }

    void add_escaped_letter(std::string& text)
    {
        if (rest.starts_with("\r\n"))
            take_one();
        if (const char next = take_one(); next != '\n')
            text += next == 'n' ? '\n' : next == 't' ? '\t' : next == 'b' ? '\b' : next;
    }

    // Adds what is between two quotes, which may hold blanks.
    void add_quoted(const std::string& text)
    {
        for (const char quote : {'"', '\''})
            for (std::size_t open = text.find(quote); open != std::string::npos;) {
                const std::size_t end = text.find(quote, open + 1);
                if (end == std::string::npos)
                    break;
                add_piece(text, open, text.substr(open + 1, end - open - 1));
                open = text.find(quote, end + 1);
            }
    }

    // Adds the words of a shell: a blank after a backslash is part of a word.
    void add_escaped(const std::string& text)
    {
        if (text.find('\\') == std::string::npos)
            return;
        std::string word;
        std::size_t start = 0;
        const auto end_word = [&](std::size_t end) {
            if (!word.empty())
                add_piece(text, start, word);
            word.clear();
            start = end + 1;
        };
        for (std::size_t at = 0; at < text.size(); ++at)
            if (text[at] == '\\' && at + 1 < text.size())
                word += text[++at];
            else if (std::string_view(ends_of_words).find(text[at]) != std::string::npos)
                end_word(at);
            else
                word += text[at];
        end_word(text.size());
    }

    // Adds a part of the value that begins at `start`, unless it is the name of a program without a
    // directory: the shell does not look for that in the working tree.
    void add_piece(const std::string& text, std::size_t start, const std::string& piece)
    {
        const bool is_first = start == 0 || text.find_first_not_of(ends_of_words) >= start;
        if (!is_first || piece.find('/') != std::string::npos)
            add_word(piece);
    }

    // Adds the word, and the path that may be in it: -Ffile, @file, file:///directory.
    void add_word(const std::string& word)
    {
        constexpr std::string_view scheme = "file://";
        constexpr std::size_t option = 2;
        config.words.push_back(word);
        if (word.starts_with(scheme))
            config.words.push_back(word.substr(scheme.size()));
        else if (word.starts_with('@'))
            config.words.push_back(word.substr(1));
        else if (word.starts_with('-') && !word.starts_with("--") && word.size() > option)
            config.words.push_back(word.substr(option));
    }

    void add_words(const std::string& text, bool is_path)
    {
        if (is_path)
            add_word(text);
        else
            add_piece(text, 0, text);
        add_quoted(text);
        add_escaped(text);
        for (std::size_t at = text.find_first_not_of(ends_of_words); at != std::string::npos;) {
            const std::size_t end = std::min(text.size(), text.find_first_of(ends_of_words, at));
            if (end - at < text.size())
                add_piece(text, at, text.substr(at, end - at));
            at = text.find_first_not_of(ends_of_words, end);
        }
    }

    static constexpr const char* ends_of_words = " \t\r\n\"'`!;&|()<>=$";
    std::string_view rest;
    std::string section;
    GitConfig config;
};

}

GitConfig read_git_config(std::string_view text) { return ConfigReader(text).read(); }

namespace {

std::string text_of_variable(const char* name)
{
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

Homes read_homes()
{
    constexpr std::size_t field_of_home = 5;
    const std::string text = text_outside("/etc/passwd");
    Homes homes;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        std::vector<std::string_view> fields;
        for (std::size_t at = 0; at <= line.size(); at += fields.back().size() + 1)
            fields.push_back(line.substr(at, line.find(':', at) - at));
        if (fields.size() > field_of_home && !fields.front().empty())
            homes.emplace(fields.front(), fields[field_of_home]);
    }
    homes[""] = text_of_variable("HOME");
    return homes;
}

void add_path(std::vector<std::string>& paths, const Workspace& workspace, const std::string& path)
{
    const std::string whole = path.starts_with('/') ? path : workspace.root_path() + "/" + path;
    if (!path.empty() && std::find(paths.begin(), paths.end(), whole) == paths.end())
        paths.push_back(whole);
}

void find_paths(UserConfigs& user, const Workspace& workspace)
{
    const std::string home = text_of_variable("HOME");
    std::string settings = text_of_variable("XDG_CONFIG_HOME");
    if (settings.empty())
        settings = home + "/.config";
    for (const std::string& path :
        {std::string("/etc/gitconfig"), text_of_variable("GIT_CONFIG_SYSTEM"),
            settings + "/git/config", home + "/.gitconfig", text_of_variable("GIT_CONFIG_GLOBAL")})
        add_path(user.configs, workspace, path);
    for (const std::string& path :
        {std::string("/etc/gitattributes"), settings + "/git/attributes"})
        add_path(user.others, workspace, path);
}

}

std::optional<std::string> path_in_config(
    const Homes& homes, const std::string& directory, std::string_view text)
{
    constexpr std::string_view optional = ":(optional)";
    if (text.starts_with(optional))
        text.remove_prefix(optional.size());
    if (text.starts_with('/'))
        return std::string(text);
    if (!text.starts_with('~'))
        return directory + "/" + std::string(text);
    const std::size_t end = std::min(text.find('/'), text.size());
    const auto home = homes.find(text.substr(1, end - 1));
    if (home == homes.end())
        return std::nullopt;
    return home->second + std::string(text.substr(end));
}

UserConfigs read_configs_of_user(const Workspace& workspace)
{
    constexpr std::size_t max_files = 100;
    UserConfigs user;
    user.homes = read_homes();
    find_paths(user, workspace);
    Budget budget;
    std::deque<std::string> paths(user.configs.begin(), user.configs.end());
    for (; !paths.empty() && user.contents.size() < max_files; paths.pop_front()) {
        const std::string path = paths.front();
        const Way way = find_way(workspace, budget, Cost::names, path);
        if (!way.is_there || way.target || !way.links.empty() || user.contents.contains(path))
            continue;
        const GitConfig& config = user.contents[path] = read_git_config(text_outside(path));
        for (const std::string& included : config.included)
            if (auto place = path_in_config(user.homes, text::parent_of(path), included))
                paths.push_back(std::move(*place));
    }
    return user;
}

}
