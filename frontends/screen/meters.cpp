#include "frontends/screen/meters.hpp"

#include "agent/channel/messages.hpp"
#include "frontends/screen/values.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace frontends::screen {

using namespace toolkit;

// Keeps the old name if the new one is empty.
void Meters::set_names(const std::string& new_model, const std::string& new_session)
{
    made.reset();
    if (!new_model.empty())
        model = new_model;
    if (!new_session.empty())
        session = new_session;
}

static std::uint64_t count_of(std::int64_t number)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(number, 0));
}

void Meters::take(const channel::ChatHello& event)
{
    set_names(event.model, event.session.value_or(""));
    approve = event.approve;
    window = count_of(event.context_window);
    directory = event.directory;
    branch = event.branch;
}

void Meters::take(const channel::Meters& event)
{
    branch = event.branch;
    servers = event.servers;
    failed_servers = count_of(event.failed_servers);
    background = count_of(event.background);
    set_names(event.model, event.session);
    approve = event.approve;
    window = count_of(event.context_window);
    if (event.context_tokens) {
        context = count_of(*event.context_tokens);
        is_estimate = true;
    }
}

// Returns a count by the name that the server of the model uses; 0 if it is not a count.
static std::uint64_t tokens_in(const Json& usage, const char* name)
{
    const Json& value = json::member(usage, name);
    if (!value.is_number() || value.get<double>() < 0 || value.get<double>() > 1e15)
        return 0;
    return value.get<std::uint64_t>();
}

void Meters::add(const channel::ChatUsage& event)
{
    made.reset();
    const Json& usage = event.usage.json();
    const std::uint64_t asked = tokens_in(usage, "prompt_tokens");
    const std::uint64_t answered = tokens_in(usage, "completion_tokens");
    in += asked;
    out += answered;
    cached += tokens_in(json::member(usage, "prompt_tokens_details"), "cached_tokens");
    if (asked > 0 && !event.nested) {
        context = asked + answered;
        is_estimate = false;
    }
    if (event.cost)
        cost = event.cost;
}

static SafeText cost_text(double cost)
{
    std::array<char, 32> text {};
    std::snprintf(text.data(), text.size(), cost < 0.1 ? "$%.3f" : "$%.2f", cost);
    return prose(text.data());
}

const Line& Meters::line(std::size_t columns, bool offers_keys, const Palette& palette) const
{
    if (!made || made->columns != columns || made->offers_keys != offers_keys)
        made = Made {columns, offers_keys, made_line(columns, offers_keys, palette)};
    return made->line;
}

static Line mode_text(channel::Approve approve, const Palette& palette)
{
    using channel::Approve;
    const Role role = approve == Approve::edits ? Role::added
        : approve == Approve::plan              ? Role::code
        : approve == Approve::never             ? Role::warning
                                                : Role::dim;
    return {strict(channel::mode_name(approve)), palette.of(role)};
}

Line Meters::mode(const Palette& palette) const
{
    if (!approve || *approve == channel::Approve::changes)
        return {};
    return mode_text(*approve, palette);
}

// Adds, from 80 % on, the command that makes room.
Line Meters::context_part(const Palette& palette) const
{
    static constexpr std::uint64_t nearly_full = 80;
    SafeText text
        = (is_estimate && *context > 0 ? SafeText("~") : SafeText()) + tokens_text(*context);
    if (window == 0)
        return {text, palette.of(Role::dim)};
    const std::uint64_t share = 100 * *context / window;
    text += SafeText(" of ") + tokens_text(window);
    if (*context > 0)
        text += SafeText(" (") + number_text(share) + " %)";
    if (share < nearly_full)
        return {text, palette.of(Role::dim)};
    return {text + ": /compact", palette.of(Role::warning)};
}

// Returns the parts of the row, the most important ones first.
Lines Meters::parts(const Palette& palette) const
{
    const Style dim = palette.of(Role::dim);
    Lines parts;
    const auto add = [&](const SafeText& text) {
        if (!text.empty())
            parts.emplace_back(text, dim);
    };
    if (approve)
        parts.push_back(mode_text(*approve, palette));
    add(model.empty() && approve ? SafeText("no model") : strict(model));
    if (context)
        parts.push_back(context_part(palette));
    if (cost)
        add(cost_text(*cost));
    if (!directory.empty())
        add(strict(directory) + (branch.empty() ? SafeText() : SafeText(" ") + strict(branch)));
    if (in + out > 0) {
        SafeText part = SafeText("in ") + tokens_text(in);
        if (cached > 0)
            part += SafeText(" (") + tokens_text(cached) + " cached)";
        add(part + " out " + tokens_text(out));
    }
    std::string names;
    for (const auto& name : servers)
        names += (names.empty() ? "mcp " : ", ") + name;
    add(strict(names));
    add(strict(session));
    return parts;
}

Line Meters::right_end(bool offers_keys, const Palette& palette) const
{
    if (failed_servers > 0)
        return {number_text(failed_servers) + " of " + number_text(servers.size())
                + " servers failed: /mcp",
            palette.of(Role::warning)};
    if (background > 0)
        return {number_text(background) + " in background", palette.of(Role::dim)};
    return offers_keys ? Line("? for keys", palette.of(Role::dim)) : Line();
}

Line Meters::made_line(std::size_t columns, bool offers_keys, const Palette& palette) const
{
    static constexpr std::size_t gap = 2;
    const Line right = right_end(offers_keys, palette);
    const std::size_t reserved = right.empty() ? 0 : right.max_columns() + gap;
    const std::size_t room = columns > reserved ? columns - reserved : 0;
    Line line;
    for (const Line& part : parts(palette)) {
        Line longer = line;
        if (!line.empty())
            longer.add(" · ", palette.of(Role::dim));
        longer.add(part);
        if (longer.max_columns() >= std::max<std::size_t>(room, line.empty() ? columns : 0)) {
            if (line.empty())
                return cut(longer, columns);
            break;
        }
        line = longer;
    }
    if (right.empty() || line.max_columns() + reserved >= columns)
        return line;
    line.add(spaces(columns - 1 - line.max_columns() - right.max_columns()));
    line.add(right);
    return line;
}

}
