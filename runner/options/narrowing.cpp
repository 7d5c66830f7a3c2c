#include "runner/options/narrowing.hpp"

#include "toolkit/text/contains.hpp"

#include <algorithm>

template<class Value>
static bool lessen(Value& value, const Value& other, const Value& unlimited)
{
    if (other == unlimited || (value != unlimited && value <= other))
        return false;
    value = other;
    return true;
}

static bool leave_out(Options& options, const std::vector<std::string>& names)
{
    bool is_changed = false;
    for (const auto& name : names)
        if (!contains(options.without_tools, name)) {
            options.without_tools.push_back(name);
            is_changed = true;
        }
    return is_changed;
}

// An empty list means all tools: so what both don't have is left out instead.
static bool keep_only(Options& options, const std::vector<std::string>& names)
{
    if (options.only_tools.empty()) {
        options.only_tools = names;
        return !names.empty();
    }
    std::vector<std::string> gone;
    for (const auto& name : options.only_tools)
        if (!contains(names, name))
            gone.push_back(name);
    return leave_out(options, gone);
}

bool narrow(Options& options, const Options& others, const std::string& flag)
{
    const auto less = [&](auto member) { return lessen(options.*member, others.*member, {}); };
    if (flag == "max-steps")
        return less(&Options::max_steps);
    if (flag == "max-tool-calls")
        return less(&Options::max_calls);
    if (flag == "max-repeats")
        return less(&Options::max_repeats);
    if (flag == "max-seconds")
        return less(&Options::max_time);
    if (flag == "timeout")
        return static_cast<int>(less(&Options::timeout)) + static_cast<int>(less(&Options::reply_timeout))
            > 0;
    if (flag == "http-retries")
        return lessen(options.retries, others.retries, -1);
    if (flag == "only-tools")
        return keep_only(options, others.only_tools);
    if (flag == "without-tools")
        return leave_out(options, others.without_tools);
    const bool is_stricter = others.approve > options.approve;
    options.approve = std::max(options.approve, others.approve);
    return is_stricter;
}
