#include "fuzz.hpp"

#include "toolkit/change/journal.hpp"

using namespace toolkit::change;

// What is read of a journal can be written, and reads the same.
void fuzz(std::string_view input)
{
    const auto plan = parse_journal(input);
    if (!plan || !plan->is_prepared)
        return;
    const auto again = parse_journal(plan_text(*plan) + prepared_text(*plan));
    must(again && again->is_prepared && !again->is_done
        && again->new_directories == plan->new_directories);
    must(plan_text(*again) == plan_text(*plan) && prepared_text(*again) == prepared_text(*plan));
}
