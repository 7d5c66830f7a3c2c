// A journal is read or refused; every beginning of it that ends with a line says what was written
// up to there; what is read of a line can be written, and reads the same; a step is kept only if
// its result says ok or skipped.
#include "fuzz.hpp"

#include "frontends/workflow/journal.hpp"
#include "toolkit/json/json_value.hpp"

using namespace frontends::workflow;

static void check_decision(const JournalState& past, const std::string& path)
{
    for (const bool is_once : {false, true}) {
        const Decision decision = decision_of(past, path, is_once);
        const std::string status = toolkit::json::string_member(decision.result, "status");
        must(decision.kind != Decision::Kind::keep || status == "ok" || status == "skipped");
        must(is_once || decision.kind != Decision::Kind::uncertain);
    }
}

void fuzz(std::string_view input)
{
    JournalState by_line;
    std::string_view rest = input;
    for (auto end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
        const auto line = journal_line(rest.substr(0, end));
        if (!line)
            break;
        const std::string text = line_of(*line);
        const auto again = journal_line(std::string_view(text).substr(0, text.size() - 1));
        must(again && line_of(*again) == text);
        by_line.add(*line);
        check_decision(by_line, line->path);
        rest.remove_prefix(end + 1);
    }
    const JournalState past = JournalState::read(input); // throws, if the loop stopped early
    must(past.empty() == by_line.empty());
    must(past.finished() == by_line.finished());
}
