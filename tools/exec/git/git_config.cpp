#include "git_config.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <fcntl.h>
#include <strings.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace exec::git {

using namespace toolkit;

namespace {

bool is_same_name(const std::string& name, const char* other)
{
    return strcasecmp(name.c_str(), other) == 0;
}

class ConfigReader {
public:
    explicit ConfigReader(std::string_view text)
        : rest(text)
    {
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

    // The name of the section without that of its part: [includeIf "gitdir:x"].
    std::string header()
    {
        rest.remove_prefix(1);
        std::string name(take_until(" \t\"]\n"));
        bool is_quoted = false;
        for (; !rest.empty() && rest.front() != '\n'; rest.remove_prefix(1)) {
            if (rest.front() == ']' && !is_quoted) {
                rest.remove_prefix(1);
                break;
            }
            if (rest.front() == '\\' && rest.size() > 1)
                rest.remove_prefix(1);
            else if (rest.front() == '"')
                is_quoted = !is_quoted;
        }
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
        add_words(text);
    }

    // Without quotes and comments; a backslash at the end of a line continues it.
    std::string value()
    {
        std::string text;
        bool is_quoted = false;
        while (!rest.empty() && rest.front() != '\n') {
            const char letter = take_one();
            if (letter == '\\') {
                if (rest.starts_with("\r\n"))
                    take_one();
                if (const char next = take_one(); next != '\n')
                    text += next == 'n' ? '\n' : next == 't' ? '\t' : next;
            } else if (letter == '"')
                is_quoted = !is_quoted;
            else if (!is_quoted && (letter == '#' || letter == ';'))
                take_until("\n");
            else
                text += letter;
        }
        text.erase(0, std::min(text.size(), text.find_first_not_of(" \t\r")));
        text.resize(text.find_last_not_of(" \t\r") + 1);
        return text;
    }

    // What is between two quotes may hold blanks.
    void add_quoted(const std::string& text)
    {
        for (const char quote : {'"', '\''})
            for (std::size_t open = text.find(quote); open != std::string::npos;) {
                const std::size_t end = text.find(quote, open + 1);
                if (end == std::string::npos)
                    break;
                config.words.push_back(text.substr(open + 1, end - open - 1));
                open = text.find(quote, end + 1);
            }
    }

    void add_words(const std::string& text)
    {
        constexpr const char* ends = " \t\r\n\"'`!;&|()<>=$";
        config.words.push_back(text);
        add_quoted(text);
        for (std::size_t at = text.find_first_not_of(ends); at != std::string::npos;) {
            const std::size_t end = std::min(text.size(), text.find_first_of(ends, at));
            if (end - at < text.size())
                config.words.push_back(text.substr(at, end - at));
            at = text.find_first_not_of(ends, end);
        }
    }

    std::string_view rest;
    std::string section;
    GitConfig config;
};

std::string text_of_variable(const char* name)
{
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

}

GitConfig read_git_config(std::string_view text) { return ConfigReader(text).read(); }

std::vector<GitConfig> read_configs_of_user()
{
    const std::string settings = text_of_variable("XDG_CONFIG_HOME");
    constexpr std::size_t most = 1 << 20;
    std::vector<GitConfig> configs;
    for (const std::string& path :
        {std::string("/etc/gitconfig"), text_of_variable("HOME") + "/.gitconfig",
            (settings.empty() ? text_of_variable("HOME") + "/.config" : settings) + "/git/config"})
        try {
            const File file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
            if (file && S_ISREG(system::status_of(file, path).st_mode))
                configs.push_back(read_git_config(system::read_range(file, path, 0, most)));
        } catch (const ToolError&) {
            continue;
        }
    return configs;
}

}
