#include "runner/terminal/pages.hpp"

#include "toolkit/text/text.hpp"

#include <algorithm>

namespace runner::terminal {

using namespace toolkit;

std::string own_line(std::string_view line)
{
    return has_reverse_video() ? "\x1b[7m" + std::string(line) + "\x1b[0m" : std::string(line);
}

static std::size_t rows_of(std::string_view line, std::size_t columns)
{
    return std::max<std::size_t>((width_of(line) + columns - 1) / columns, 1);
}

namespace {

class Pages {
public:
    Pages(const Terminal& terminal, const Paged& paged, system::Cancel& cancel)
        : terminal(terminal)
        , paged(paged)
        , cancel(cancel)
    {
    }

    std::optional<Verdict> show_and_ask()
    {
        lay_out();
        for (std::size_t number = 1;; ++number) {
            const bool is_last = !is_too_small && number == pages;
            if (!is_too_small)
                print_page(number);
            auto verdict = ask(question_at(number), is_last);
            if (!verdict || verdict->word == Verdict::Word::no)
                return verdict;
            const bool is_same = terminal.size() == size;
            if (is_last && is_same)
                return verdict;
            if (is_too_small || !is_same) {
                lay_out();
                number = 0;
            }
        }
    }

private:
    // Lays out the pages for the current size of the terminal.
    void lay_out()
    {
        size = terminal.size();
        least_rows = rows_around(std::max(size.columns, least_columns)) + 1;
        is_too_small = size.columns < least_columns || size.rows < least_rows;
        if (is_too_small)
            return;
        rows = paged.rows(size.columns);
        page = size.rows - (least_rows - 1);
        pages = std::max<std::size_t>((rows.size() + page - 1) / page, 1);
        print_heading();
    }

    // Returns the number of rows that a page shares the terminal with.
    std::size_t rows_around(std::size_t columns) const
    {
        // Takes the longest possible text of each kind, and the row where the answer ends.
        std::size_t taken = std::max(rows_of(paged.question + " > ", columns),
                                rows_of(question_after(1000, 1000), columns))
            + 1;
        for_each_line([&](std::string_view line) { taken += rows_of(line, columns); });
        return taken;
    }

    std::string question_at(std::size_t number) const
    {
        if (is_too_small)
            return "this needs a terminal of " + std::to_string(least_columns) + " columns and "
                + std::to_string(least_rows) + " rows: enlarge it, then Enter; n(o) and why";
        return number == pages ? paged.question : question_after(number, pages);
    }

    static std::string question_after(std::size_t number, std::size_t pages)
    {
        return "page " + std::to_string(number) + " of " + std::to_string(pages)
            + ": Enter for the next, n(o) and why";
    }

    template<class Take>
    void for_each_line(Take take) const
    {
        for (std::string_view rest = paged.heading; !rest.empty();) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            take(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }

    void print_heading() const
    {
        std::string text = has_reverse_video() ? "" : "\n";
        for_each_line([&](std::string_view line) { text += own_line(line) + "\n"; });
        terminal.print(text, cancel);
    }

    void print_page(std::size_t number) const
    {
        std::string text;
        for (std::size_t at = (number - 1) * page; at < std::min(number * page, rows.size()); ++at)
            text += rows[at] + "\n";
        terminal.print(text, cancel);
    }

    // Returns true for a refusal; on the last page for any clear answer, on other pages for an
    // empty line.
    bool is_answer(const Verdict& verdict, std::string_view line, bool is_last) const
    {
        if (!is_last)
            return verdict.word == Verdict::Word::no || text::stripped(line).empty();
        return verdict.word != Verdict::Word::unclear
            && (paged.offers_always || verdict.word != Verdict::Word::always);
    }

    std::optional<Verdict> ask(const std::string& question, bool is_last) const
    {
        for (;;) {
            const auto line = terminal.ask(own_line(question) + " > ", cancel);
            if (!line)
                return {};
            Verdict verdict = read_verdict(*line);
            if (is_answer(verdict, *line, is_last))
                return verdict;
            if (is_last)
                terminal.print(paged.offers_always ? "  not one of the answers: type y, n or a\n"
                                                   : "  not one of the answers: type y or n\n",
                    cancel);
        }
    }

    const Terminal& terminal;
    const Paged& paged;
    system::Cancel& cancel;
    Terminal::Size size {};
    bool is_too_small = false; // too small for any page
    std::size_t least_rows = 1;
    std::vector<std::string> rows; // laid out for that size
    std::size_t page = 1; // rows per page
    std::size_t pages = 1;
};

}

std::optional<Verdict> show_and_ask(
    const Terminal& terminal, const Paged& paged, system::Cancel& cancel)
{
    return Pages(terminal, paged, cancel).show_and_ask();
}

}
