#pragma once

#include "permissions.hpp"

#include <optional>
#include <vector>

namespace exec::sandbox {

// While this lives, the file system sees `account`, if there is one, and none of root's
// capabilities (capabilities(7)).
class ActingAs {
public:
    explicit ActingAs(const std::optional<Account>& account);
    ~ActingAs();
    ActingAs(const ActingAs&) = delete;
    ActingAs& operator=(const ActingAs&) = delete;

private:
    bool is_acting;
    std::vector<gid_t> groups; // of before
};

}
