#include "frontends/screen/pasted_paths.hpp"

#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace frontends::screen {

using namespace toolkit;

static constexpr std::size_t max_paste_bytes = 16 << 10;
static constexpr std::size_t max_paths = 20;
static constexpr std::size_t max_path_bytes = 4096;

namespace {

// Splits a text into words as a shell does, without expanding anything.
class ShellWords {
public:
    // Returns nullopt if a quotation does not end, or if the text ends with a backslash.
    std::optional<std::vector<std::string>> of(std::string_view text)
    {
        for (std::size_t at = 0; at < text.size(); ++at) {
            const char c = text[at];
            if (c == '\\' && quote != '\'') {
                if (++at == text.size())
                    return std::nullopt;
                add(text[at]);
            } else if (quote != 0 ? c == quote : c == '\'' || c == '"') {
                quote = quote != 0 ? '\0' : c;
                has_word = true;
            } else if (quote == 0 && (c == ' ' || c == '\n' || c == '\t')) {
                end_word();
            } else {
                add(c);
            }
        }
        end_word();
        return quote != 0 ? std::nullopt : std::optional(std::move(words));
    }

private:
    void add(char c)
    {
        word += c;
        has_word = true;
    }

    void end_word()
    {
        if (std::exchange(has_word, false))
            words.push_back(std::exchange(word, {}));
    }

    std::vector<std::string> words;
    std::string word;
    bool has_word = false;
    char quote = '\0'; // that is open
};

}

// Decodes the %XX of a URL. Returns an empty text if it has a % without digits.
static std::string decoded(std::string_view url)
{
    for (std::size_t at = url.find('%'); at != std::string_view::npos; at = url.find('%', at + 1))
        if (!text::percent_escape(url, at))
            return {};
    return text::percent_decoded(url);
}

// Returns the path that a word or a line is; empty if it cannot be one.
static std::string path_of(std::string_view text)
{
    static constexpr std::string_view scheme = "file://";
    std::string path(text);
    if (text.starts_with(scheme)) {
        text.remove_prefix(scheme.size());
        if (text.starts_with("localhost/"))
            text.remove_prefix(std::string_view("localhost").size());
        path = text.starts_with('/') ? decoded(text) : std::string();
    }
    const bool is_like_command
        = path.find('/', 1) == std::string::npos && path.find('.') == std::string::npos;
    const bool is_path = path.find('/') != std::string::npos && !is_like_command
        && path.size() <= max_path_bytes && std::none_of(path.begin(), path.end(), [](char c) {
               return (c >= 0 && c < ' ') || c == '\x7f' || c == '"';
           });
    return is_path ? path : std::string();
}

// Returns all as paths; empty if one cannot be a path, or if there are too many.
static std::vector<std::string> paths_of(const std::vector<std::string>& texts)
{
    std::vector<std::string> paths;
    if (texts.size() > max_paths)
        return paths;
    for (const std::string& text : texts) {
        paths.push_back(path_of(text));
        if (paths.back().empty())
            return {};
    }
    return paths;
}

// A line that is one word is read as that, for its quotation marks; any other one as it is.
static std::vector<std::string> lines_of_paste(std::string_view paste)
{
    std::vector<std::string> lines;
    while (!paste.empty()) {
        const std::size_t end = std::min(paste.find('\n'), paste.size());
        const std::string_view line = text::stripped(paste.substr(0, end));
        paste.remove_prefix(std::min(end + 1, paste.size()));
        if (line.empty())
            continue;
        const auto words = ShellWords().of(line);
        lines.push_back(words && words->size() == 1 ? words->front() : std::string(line));
    }
    return lines;
}

channel::PastedPaths paths_in_paste(std::string_view paste)
{
    channel::PastedPaths paths;
    if (paste.size() > max_paste_bytes)
        return paths;
    paths.lines = paths_of(lines_of_paste(paste));
    if (const auto words = ShellWords().of(paste))
        paths.words = paths_of(*words);
    if (paths.words == paths.lines)
        paths.words.clear();
    return paths;
}

}
