#pragma once

#include "agent/audit/audit_lines.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent::audit {

// Hashes that were printed before and kept elsewhere; empty for none.
struct KeptHashes {
    std::string last = {}; // of the last line
    std::string before_first = {}; // of the last line of what was put away: this trail continues it
};

// Checks the hash chain of a trail, line by line, and finds the first place where it is broken. It
// cannot detect a missing end or a trail that was rewritten as a whole, unless one of its hashes is
// kept elsewhere; see docs/adr/0005.
class AuditCheck {
public:
    explicit AuditCheck(KeptHashes kept);

    void take(const AuditPlace& place, std::string_view line);

    // The first error in the trail, if there is one. A trail without lines is an error. To be
    // called after the last line.
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

    std::optional<std::string> complaint_about_end() const;

    KeptHashes kept;
    std::uint64_t count = 0;
    std::uint64_t met_last_at
        = 0; // which line has the hash that the last one must have; 0 for none so far
    std::string hash_before_last;
    Link last;
    std::optional<Link>
        // the line before `last`, which does not follow from it: one of the two was changed
        suspect;
    std::string problem;
};

}
