#include "cut_indentation.hpp"

#include "toolkit/text/folding.hpp"

#include <algorithm>

static bool opens_block(const Line& line)
{
    const std::string_view text = without_end_blanks(line.text);
    return !text.empty() && std::string_view(":{([").find(text.back()) != std::string_view::npos;
}

// Is it deeper by one step of which the less deep one is some? Blanks come in steps of two at least.
static bool is_step_deeper(std::string_view indentation, std::string_view deeper)
{
    if (deeper.size() <= indentation.size())
        return false;
    const std::size_t step = deeper.size() - indentation.size();
    return indentation.size() % step == 0 && (step > 1 || deeper.back() == '\t');
}

static bool is_solid(const Line& line) { return !trimmed(line.text).empty(); }

// Is one of the lines behind the first such a line?
template<class Test>
static bool any_behind_first(const std::vector<Line>& lines, Test test)
{
    return lines.size() > 1 && std::any_of(lines.begin() + 1, lines.end(), test);
}

bool is_indented_as_file(const CutText& cut)
{
    const auto& fresh = cut.fresh;
    if (fresh.empty() || cut.indentation.empty())
        return true;
    if (is_solid(fresh.front()) && !indentation_of(fresh.front().text).empty())
        return false;
    const auto next = std::find_if(fresh.begin() + 1, fresh.end(), is_solid);
    for (auto line = next; line != fresh.end(); ++line) {
        if (!is_solid(*line))
            continue;
        const std::string_view indentation = indentation_of(line->text);
        if (any_behind_first(cut.there, [&](const Line& other) { return other.text == line->text; }))
            return true;
        const bool is_known = !indentation.empty() && any_behind_first(cut.there, [&](const Line& other) {
            return is_solid(other) && indentation_of(other.text) == indentation;
        });
        if (!indentation.starts_with(cut.indentation) && !is_known)
            return false;
        if (line == next && opens_block(fresh.front()) && !is_step_deeper(cut.indentation, indentation))
            return false;
    }
    return true;
}
