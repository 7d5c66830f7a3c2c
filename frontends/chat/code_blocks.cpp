#include "frontends/chat/code_blocks.hpp"

#include <algorithm>
#include <optional>

namespace frontends::chat {

namespace {

struct Fence {
    char mark; // ` or ~
    std::size_t length;
    std::size_t indent; // of the line
};

}

static std::size_t spaces_before(std::string_view line)
{
    return std::min(line.find_first_not_of(' '), line.size());
}

// The first fence of a list item may follow the mark of the list.
static std::size_t indent_of(std::string_view line)
{
    std::size_t at = spaces_before(line);
    const std::size_t digits = std::min(line.find_first_not_of("0123456789", at), line.size());
    const bool is_number
        = digits > at && digits < line.size() && (line[digits] == '.' || line[digits] == ')');
    const bool is_bullet
        = at < line.size() && (line[at] == '-' || line[at] == '*' || line[at] == '+');
    if (is_number || is_bullet) {
        const std::size_t after = is_number ? digits + 1 : at + 1;
        const std::size_t text = after + spaces_before(line.substr(after));
        if (text > after)
            at = text;
    }
    return at;
}

static std::optional<Fence> fence_in(std::string_view line, std::size_t indent)
{
    if (indent >= line.size() || (line[indent] != '`' && line[indent] != '~'))
        return {};
    const char mark = line[indent];
    const std::size_t end = std::min(line.find_first_not_of(mark, indent), line.size());
    const std::string_view rest = line.substr(end);
    if (end - indent < 3 || (mark == '`' && rest.find('`') != std::string_view::npos))
        return {};
    return Fence {mark, end - indent, indent};
}

static bool ends(const Fence& open, std::string_view line)
{
    const auto fence = fence_in(line, spaces_before(line));
    return fence && fence->mark == open.mark && fence->length >= open.length
        && line.find_first_not_of(" \t\r", fence->indent + fence->length) == std::string_view::npos;
}

std::vector<std::string> code_blocks(std::string_view markdown)
{
    std::vector<std::string> blocks;
    std::optional<Fence> open;
    while (!markdown.empty()) {
        const std::size_t size = std::min(markdown.find('\n'), markdown.size());
        const std::string_view line = markdown.substr(0, size);
        markdown.remove_prefix(std::min(size + 1, markdown.size()));
        if (!open) {
            open = fence_in(line, indent_of(line));
            if (open)
                blocks.emplace_back();
        } else if (ends(*open, line)) {
            open.reset();
        } else {
            blocks.back() += line.substr(std::min(spaces_before(line), open->indent));
            blocks.back() += '\n';
        }
    }
    return blocks;
}

}
