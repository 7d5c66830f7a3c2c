#include "agent/liquid/pieces.hpp"

#include "agent/liquid/characters.hpp"
#include "agent/liquid/error.hpp"
#include "toolkit/text/characters.hpp"

#include <algorithm>
#include <string>

namespace agent::liquid {

using namespace toolkit;

Piece Pieces::text_until(std::size_t end)
{
    std::string_view content = source.substr(place, end - place);
    const bool trims_end = end + 2 < source.size() && source[end + 2] == '-';
    if (trims_next)
        content = without_leading_whitespace(content);
    if (trims_end)
        content = without_trailing_whitespace(content);
    trims_next = false;
    place = end;
    return {Piece::Kind::text, content, static_cast<std::size_t>(content.data() - source.data())};
}

// At {{ or {%.
Piece Pieces::marked(std::string_view close, Piece::Kind kind)
{
    const std::size_t begin = place;
    const std::string open(source.substr(place, 2));
    std::size_t inner = place + 2;
    if (inner < source.size() && source[inner] == '-')
        ++inner;
    const auto end = source.find(close, inner);
    if (end == std::string_view::npos)
        throw wrong(begin, open + " has no " + std::string(close));
    place = end + close.size();
    trims_next = end > inner && source[end - 1] == '-';
    return {kind, source.substr(inner, end - inner - (trims_next ? 1 : 0)), inner};
}

static Piece with_name(Piece piece)
{
    const auto content = without_leading_whitespace(piece.content);
    std::size_t size = text::name_length(content, "_");
    if (content.starts_with('#'))
        size = 1;
    if (size == 0)
        throw wrong(piece.offset, "a tag has no name");
    piece.name = content.substr(0, size);
    const auto rest = content.substr(size);
    piece.offset += static_cast<std::size_t>(rest.data() - piece.content.data());
    piece.content = rest;
    return piece;
}

Piece Pieces::next()
{
    if (place == source.size())
        return {.content = {}, .offset = place};
    const auto output = std::min(source.find("{{", place), source.size());
    const auto tag = std::min(source.find("{%", place), source.size());
    if (std::min(output, tag) > place)
        return text_until(std::min(output, tag));
    return output < tag ? marked("}}", Piece::Kind::output)
                        : with_name(marked("%}", Piece::Kind::tag));
}

// The place of {% NAME %} at or after `from`, and the end of it.
struct TagPlace {
    std::size_t begin = std::string_view::npos;
    std::size_t end = 0;
    bool trims_next = false;
};

static TagPlace find_tag(std::string_view source, std::string_view name, std::size_t from)
{
    for (auto begin = source.find("{%", from); begin != std::string_view::npos;
         begin = source.find("{%", begin + 1)) {
        auto rest = source.substr(begin + 2);
        rest.remove_prefix(rest.starts_with('-') ? 1 : 0);
        rest = without_leading_whitespace(rest);
        if (!rest.starts_with(name))
            continue;
        rest = without_leading_whitespace(rest.substr(name.size()));
        const bool trims = rest.starts_with('-');
        rest.remove_prefix(trims ? 1 : 0);
        if (rest.starts_with("%}"))
            return {begin, static_cast<std::size_t>(rest.data() - source.data()) + 2, trims};
    }
    return {};
}

Piece Pieces::until_end_of_raw()
{
    const TagPlace found = find_tag(source, "endraw", place);
    if (found.begin == std::string_view::npos)
        throw wrong(place, "{% raw %} has no {% endraw %}");
    const Piece piece {Piece::Kind::text, source.substr(place, found.begin - place), place};
    place = found.end;
    trims_next = found.trims_next;
    return piece;
}

void Pieces::skip_comment()
{
    const std::size_t begin = place;
    for (std::size_t depth = 1; depth > 0;) {
        const auto tag = source.find("{%", place);
        if (tag == std::string_view::npos)
            throw wrong(begin, "{% comment %} has no {% endcomment %}");
        place = tag;
        const Piece piece = marked("%}", Piece::Kind::tag);
        const auto content = without_leading_whitespace(piece.content);
        const auto name = content.substr(0, text::name_length(content, "_"));
        if (name == "raw")
            until_end_of_raw();
        depth += name == "comment" ? 1 : 0;
        depth -= name == "endcomment" ? 1 : 0;
    }
}

}
