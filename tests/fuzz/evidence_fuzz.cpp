#include "fuzz.hpp"

#include "frontends/agents/evidence.hpp"

#include <algorithm>

using namespace frontends::agents;

static std::int64_t lines_of(std::string_view text)
{
    return std::count(text.begin(), text.end(), '\n')
        + (text.empty() || text.back() == '\n' ? 0 : 1);
}

// Two numbers, a quote and a file. A quote that stands has lines of the file, and each of its words
// is in the file; and it stands in the lines that a first check has corrected. A path that is found
// is in the text.
void fuzz(std::string_view input)
{
    if (input.size() < 3)
        return;
    const LineRange said {static_cast<signed char>(input[0]), static_cast<signed char>(input[1])};
    const std::size_t length
        = std::min<std::size_t>(static_cast<unsigned char>(input[2]), input.size() - 3);
    const std::string_view quote = input.substr(3, length);
    const std::string_view file = input.substr(3 + length);
    const QuoteCheck check = check_quote(file, said, quote);
    if (check.why.empty()) {
        must(check.lines.first >= 1 && check.lines.first <= check.lines.last);
        must(check.lines.last <= lines_of(file));
        must(check.has_moved || check.lines == said);
        const std::size_t begin = quote.find_first_not_of(" \t\r\n");
        must(begin != std::string_view::npos);
        const std::size_t end = std::min(quote.find_first_of(" \t\r\n", begin), quote.size());
        must(file.find(quote.substr(begin, end - begin)) != std::string_view::npos);
        if (check.lines.last - check.lines.first < max_lines_of_evidence)
            must(!check_quote(file, check.lines, quote).has_moved);
    }
    SeenTexts seen;
    seen.add(file);
    if (seen.names(quote) && file.find('\\') == std::string_view::npos)
        must(file.find(quote) != std::string_view::npos);
}
