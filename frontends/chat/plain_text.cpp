#include "frontends/chat/plain_text.hpp"

#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>

namespace frontends::chat {

using namespace toolkit;

static constexpr std::size_t max_block = 16 << 10;

static bool begins_as_own(std::string_view line)
{
    static constexpr std::array<std::string_view, 12> words {
        "tool:", "failed:", "question:", "added line ", "removed line ",
        "note:", "error:", "you:", "running:", "thinking:", "> ", "agentcli "};
    return std::any_of(
        words.begin(), words.end(), [&](std::string_view word) { return line.starts_with(word); });
}

std::string plain_lines(std::string_view text)
{
    const std::string safe = text::for_terminal(text);
    std::string result;
    for (std::size_t at = 0; at < safe.size();) {
        const std::size_t end = std::min(safe.find('\n', at), safe.size() - 1) + 1;
        const std::string_view line = std::string_view(safe).substr(at, end - at);
        result += begins_as_own(line) ? "  " : "";
        result += line;
        at = end;
    }
    return result;
}

// Returns the end of the first complete block; 0 if there is none.
static std::size_t end_of_block(std::string_view text)
{
    bool is_fenced = false;
    std::size_t after_line = 0;
    for (std::size_t at = 0; at < text.size(); at = after_line) {
        const std::size_t end = text.find('\n', at);
        if (end == std::string_view::npos)
            break;
        after_line = end + 1;
        const std::string_view line = text::stripped(text.substr(at, end - at));
        const bool is_mark = line.starts_with("```") || line.starts_with("~~~");
        is_fenced = is_fenced != is_mark;
        if (!is_fenced && (is_mark || (line.empty() && at > 0)))
            return after_line;
    }
    return text.size() > max_block ? after_line : 0;
}

std::string PlainText::add(std::string_view piece)
{
    pending += piece;
    std::string whole;
    for (std::size_t size = 0; (size = end_of_block(pending)) > 0; pending.erase(0, size))
        whole += pending.substr(0, size);
    return plain_lines(whole);
}

std::string PlainText::end()
{
    std::string rest = plain_lines(pending);
    pending.clear();
    if (!rest.empty() && !rest.ends_with('\n'))
        rest += '\n';
    return rest;
}

}
