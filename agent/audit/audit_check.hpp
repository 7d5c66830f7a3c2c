#pragma once

#include "agent/audit/audit_lines.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Follows the chain of a trail, line by line, and finds the first place where it is broken. What it can't
// find: that the end is missing, or that all was written anew, unless a hash of it is kept elsewhere; see
// docs/adr/0005.
class AuditCheck {
public:
    // `expected` is a hash that was printed before, or empty: it must be that of a line, or that of the line
    // before the first one, where what was before was put away.
    explicit AuditCheck(std::string expected);

    void take(const AuditPlace& place, std::string_view line);

    // The first error in the trail, if there is one. A trail without lines is an error. To be called after the last line.
    std::optional<std::string> complaint() const;

    std::uint64_t line_count() const { return count; }
    const std::string& last_hash() const { return last.hash; }

private:
    struct Link {
        AuditPlace where;
        std::uint64_t number = 0; // its "seq"
        std::string before; // its "prev"
        std::string hash;
    };

    static std::optional<Link> read(const AuditPlace& place, std::string_view line);
    void begin_with(const Link& link);
    void break_between(const Link& link);

    std::string expected;
    bool has_met_expected;
    std::uint64_t count = 0;
    std::string hash_before_last;
    Link last;
    std::optional<Link>
        suspect; // the line before `last`, which does not follow from it: one of the two was changed
    std::string problem;
};
