#include "agent/audit/audit_check.hpp"

#include "agent/audit/audit_log.hpp"
#include "toolkit/json/bounded_json.hpp"
#include "toolkit/json/whole_json.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"

AuditCheck::AuditCheck(std::string expected)
    : expected(std::move(expected))
    , has_met_expected(this->expected.empty())
{
    last.hash = hash_before_all();
}

std::optional<AuditCheck::Link> AuditCheck::read(const AuditPlace& place, std::string_view line)
{
    try {
        static const std::vector<std::string> names {"seq", "prev"};
        const std::vector<Json> members = members_in(line, names);
        return Link {place, members[0], members[1], sha256(line)};
    } catch (const std::exception&) { // of the parser, or since it has other members
        return {};
    }
}

void AuditCheck::begin_with(const Link& link)
{
    const bool is_expected = link.before == expected;
    has_met_expected = has_met_expected || is_expected;
    if (link.before == hash_before_all() && link.number == 1)
        return;
    if (!is_expected)
        problem = link.where.text() + ", is the first one here, and has the number "
            + std::to_string(link.number) + ": what was before it was removed";
}

// The one that is named is the first of those that were touched.
void AuditCheck::break_between(const Link& link)
{
    if (link.before == last.hash)
        problem = link.where.text() + ", was changed: its number does not follow";
    else if (link.number > last.number + 1)
        problem = link.where.text() + ", does not follow the one before: "
            + std::to_string(link.number - last.number - 1) + " removed between them";
    else if (link.number == last.number + 1)
        suspect = last;
    else if (link.before == hash_before_last)
        problem = last.where.text() + ", was inserted";
    else
        problem = link.where.text() + ", was inserted";
}

void AuditCheck::take(const AuditPlace& place, std::string_view line)
{
    if (!problem.empty())
        return;
    const auto link = read(place, line);
    ++count;
    if (suspect) {
        // The next line tells which of the two is as it was.
        problem = link && link->before == last.hash
            ? suspect->where.text() + ", was changed"
            : suspect->where.text() + ", or the next one, was changed";
        return;
    }
    if (!link) {
        problem = place.text() + ", is none of a trail: it was changed, or a crash has cut it off";
        return;
    }
    if (count == 1)
        begin_with(*link);
    else if (link->before != last.hash || link->number != last.number + 1)
        break_between(*link);
    has_met_expected = has_met_expected || link->hash == expected;
    hash_before_last = last.hash;
    last = *link;
}

std::optional<std::string> AuditCheck::complaint() const
{
    if (!problem.empty())
        return problem;
    if (suspect)
        return suspect->where.text() + ", or the next one, was changed";
    if (count == 0 && expected.empty())
        return "there are no lines: nothing was written, or all of it was removed";
    if (!has_met_expected)
        return "no line has the hash " + in_quotes(expected)
            + ": the end was removed, or all was written anew";
    return {};
}
