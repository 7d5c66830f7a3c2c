#include "toolkit/match/verbatim_lines.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace toolkit::match {

namespace {

// The word that ends a here-document which begins in this line, or nothing. One whose end may be
// indented (`<<-EOF`, `<<~EOF`) is none.
std::string_view here_document_end(std::string_view line)
{
    const std::size_t at = line.find("<<");
    if (at == std::string_view::npos || line.substr(at + 2).starts_with('<'))
        return {};
    std::string_view word = line.substr(at + 2);
    word.remove_prefix(std::min(word.find_first_not_of(" \t\\'\""), word.size()));
    return word.substr(0,
        static_cast<std::size_t>(
            std::find_if_not(word.begin(), word.end(), text::is_word) - word.begin()));
}

std::size_t count_of(std::string_view line, std::string_view mark)
{
    std::size_t count = 0;
    for (std::size_t at = line.find(mark); at < line.size(); at = line.find(mark, at + mark.size()))
        ++count;
    return count;
}

class Literals {
public:
    explicit Literals(const Reindented& lines)
        : added(lines.added)
        , indented(lines.indented)
    {
        for (const text::Line& line : lines.old)
            old.insert(text::trimmed(line.text));
    }

    bool are_altered() const
    {
        for (std::size_t at = 0; at < added.size(); ++at)
            if (is_altered_here_document(at) || is_altered_string(at))
                return true;
        return false;
    }

private:
    bool is_altered(std::size_t at) const
    {
        return indented[at] != added[at].text && old.count(text::trimmed(added[at].text)) == 0;
    }

    bool is_altered_here_document(std::size_t begin) const
    {
        const std::string_view word = here_document_end(added[begin].text);
        if (word.empty())
            return false;
        std::size_t end = begin + 1;
        while (end < added.size() && added[end].text != word)
            ++end;
        if (end == added.size())
            return false;
        for (std::size_t at = begin + 1; at <= end; ++at)
            if (is_altered(at))
                return true;
        return false;
    }

    bool is_altered_string(std::size_t begin) const
    {
        static constexpr std::array<std::string_view, 3> marks {"\"\"\"", "'''", "`"};
        const std::size_t depth = text::indentation_of(added[begin].text).size();
        for (const std::string_view mark : marks) {
            if (count_of(added[begin].text, mark) % 2 == 0)
                continue;
            std::size_t end = begin + 1;
            while (end < added.size() && count_of(added[end].text, mark) % 2 == 0)
                ++end;
            if (end == added.size())
                continue; // it closes a string that begins above the lines
            for (std::size_t at = begin + 1; at <= end; ++at)
                if (!text::trimmed(added[at].text).empty()
                    && text::indentation_of(added[at].text).size() < depth && is_altered(at))
                    return true;
        }
        return false;
    }

    const std::vector<text::Line>& added;
    const std::vector<std::string>& indented;
    std::set<std::string_view> old;
};

}

bool alters_verbatim_lines(const Reindented& lines) { return Literals(lines).are_altered(); }

}
