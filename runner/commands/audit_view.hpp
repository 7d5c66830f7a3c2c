#pragma once

#include "toolkit/json/json.hpp"

#include <string>
#include <string_view>

namespace runner::commands {

using namespace toolkit;

// Which lines of a trail are shown; what is empty lets all through.
struct AuditFilter {
    std::string tool;
    std::string run; // its name, or the beginning of it
    std::string since; // RFC 3339 in UTC, or the beginning of it
    bool failed_only = false;
};

// One line of a trail, as people read it.
class AuditView {
public:
    // Any text.
    explicit AuditView(std::string_view line);

    bool passes(const AuditFilter& filter) const;

    // One line: when, which run, which tool, how it ended, how long it took, what it printed, and
    // what else there is to know.
    std::string text() const;

private:
    bool is_end() const;
    bool is_of_server() const;
    bool is_setting() const;
    bool is_failure() const;
    std::string subject() const;
    std::string result() const;
    std::string remarks() const;

    std::string line; // as it may be shown
    Json json; // null where it is none
};

}
