#include "indentation.hpp"

#include "toolkit/folding.hpp"
#include "toolkit/reindentation.hpp"

#include <algorithm>

static bool have_same_indentation(const std::vector<Line>& left, const std::vector<Line>& right)
{
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const Line& a, const Line& b) {
        return trimmed(a.text).empty() || indentation_of(a.text) == indentation_of(b.text);
    });
}

static std::optional<std::vector<std::string>> indent_all(
    const IndentationExample& example, const std::vector<Line>& fresh)
{
    const bool is_same = have_same_indentation(example.written, example.file);
    const Reindentation reindentation({example.written, example.file, fresh, example.whole});
    if (!reindentation.is_function())
        return {};
    std::vector<std::string> result;
    for (const auto& line : fresh) {
        const std::string_view written = indentation_of(line.text);
        const auto indentation = is_same || trimmed(line.text).empty() ? std::optional(std::string(written))
                                                                       : reindentation.of(written);
        if (!indentation)
            return {};
        result.push_back(*indentation + std::string(line.text.substr(written.size())));
    }
    return result;
}

static std::vector<Line> rest_of(const std::vector<Line>& lines)
{
    return {
        lines.begin() + std::min<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(lines.size())), lines.end()};
}

static bool is_cut_at_first_line(const IndentationExample& example, const std::vector<Line>& fresh)
{
    const auto is_solid = [](const Line& line) { return !trimmed(line.text).empty(); };
    return example.written.size() > 1 && !fresh.empty() && is_solid(example.written.front())
        && indentation_of(example.written.front().text).empty()
        && !indentation_of(example.file.front().text).empty() && is_solid(fresh.front())
        && indentation_of(fresh.front().text).empty()
        && std::any_of(example.written.begin() + 1, example.written.end(), is_solid);
}

static std::optional<std::vector<std::string>> indent_rest(
    const IndentationExample& example, const std::vector<Line>& fresh)
{
    const std::vector<Line> written = rest_of(example.written);
    const std::vector<Line> file = rest_of(example.file);
    auto result = indent_all({written, file, example.whole}, rest_of(fresh));
    if (result)
        result->insert(result->begin(),
            std::string(indentation_of(example.file.front().text)) + std::string(fresh.front().text));
    return result;
}

std::optional<std::vector<std::string>> indent_as_file(
    const IndentationExample& example, const std::vector<Line>& fresh)
{
    if (!is_cut_at_first_line(example, fresh))
        return indent_all(example, fresh);
    if (have_same_indentation(rest_of(example.written), rest_of(example.file)))
        return indent_rest(example, fresh);
    auto result = indent_all(example, fresh);
    return result ? result : indent_rest(example, fresh);
}
