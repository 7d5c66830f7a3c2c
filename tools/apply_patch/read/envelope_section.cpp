#include "envelope_section.hpp"

#include "header_names.hpp"
#include "toolkit/text/folding.hpp"

#include <array>

namespace apply_patch::read {

using namespace toolkit;

static std::vector<std::string> likely_names_in(std::string_view text)
{
    const std::string_view name = text::trimmed(text);
    if (name.empty())
        return {};
    const char first = name.front();
    if (name.size() < 3 || name.back() != first || (first != '"' && first != '\'' && first != '`'))
        return {std::string(name)};
    return {first == '"' ? plain_name(name) : std::string(name.substr(1, name.size() - 2)),
        std::string(name)};
}

std::optional<SectionLine> read_section_line(std::string_view line)
{
    struct Start {
        std::string_view text;
        SectionKind kind;
    };
    static constexpr std::array starts {Start {"*** Add File:", SectionKind::add},
        Start {"*** Delete File:", SectionKind::remove},
        Start {"*** Update File:", SectionKind::update},
        Start {"*** Create File:", SectionKind::add}, Start {"*** New File:", SectionKind::add},
        Start {"*** Remove File:", SectionKind::remove},
        Start {"*** Modify File:", SectionKind::update},
        Start {"*** Edit File:", SectionKind::update},
        Start {"*** Change File:", SectionKind::update}};
    for (const auto& start : starts)
        if (line.starts_with(start.text))
            return SectionLine {start.kind, likely_names_in(line.substr(start.text.size()))};
    return {};
}

std::optional<std::vector<std::string>> read_move_line(std::string_view line)
{
    static constexpr std::array<std::string_view, 2> starts {"*** Move to:", "*** Rename to:"};
    for (const std::string_view start : starts)
        if (line.starts_with(start))
            return likely_names_in(line.substr(start.size()));
    return {};
}

}
