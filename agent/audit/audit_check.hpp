#pragma once

#include "agent/audit/audit_lines.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent::audit {

// Hashes of an earlier check that were stored elsewhere. Unknown hashes are empty.
struct KeptHashes {
    std::string last = {}; // hash of the last line
    std::string before_first = {}; // hash of the last line of an archived part of the trail
};

// Checks the hash chain of a trail line by line, and finds the first place where it is broken. It
// cannot detect that the end is missing or that the whole trail was rewritten, unless a hash is
// stored elsewhere; see docs/adr/0005.
class AuditCheck {
public:
    explicit AuditCheck(KeptHashes kept);

    // Checks the next line. `place` is for error messages.
    void take(const AuditPlace& place, std::string_view line);

    // Returns the first error in the trail, or nullopt. A trail without lines is an error. Call it
    // after the last line.
    std::optional<std::string> complaint() const;

    std::uint64_t line_count() const { return count; }

    // Returns the hash of the last line; empty if there was none.
    const std::string& last_hash() const { return last.hash; }

private:
    struct Link {
        AuditPlace where;
        std::uint64_t number = 0; // "seq" of the line
        std::string before; // "prev" of the line
        std::string hash;
    };

    static std::optional<Link> read(const AuditPlace& place, std::string_view line);
    void begin_with(const Link& link);
    void break_between(const Link& link);

    std::optional<std::string> complaint_about_end() const;

    KeptHashes kept;
    std::uint64_t count = 0;
    // The number of the line with the hash `kept.last`; 0 if it has not been read yet.
    std::uint64_t met_last_at = 0;
    std::string hash_before_last;
    Link last;
    // The line before `last`, if `last` does not follow from it: one of the two was changed.
    std::optional<Link> suspect;
    std::string problem;
};

}
