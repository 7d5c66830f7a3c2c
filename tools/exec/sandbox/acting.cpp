#include "acting.hpp"

#include <grp.h>
#include <sys/fsuid.h>
#include <unistd.h>

#include <algorithm>

namespace exec::sandbox {

ActingAs::ActingAs(const std::optional<Account>& account)
    : is_acting(account.has_value())
{
    if (!account)
        return;
    groups.resize(static_cast<std::size_t>(std::max(getgroups(0, nullptr), 0)));
    getgroups(static_cast<int>(groups.size()), groups.data());
    setgroups(0, nullptr);
    setfsgid(account->group);
    setfsuid(account->user);
}

ActingAs::~ActingAs()
{
    if (!is_acting)
        return;
    setfsuid(geteuid());
    setfsgid(getegid());
    setgroups(groups.size(), groups.data());
}

}
