// The first lines of a chat.

#include "frontends/screen/screen.hpp"
#include "frontends/screen/terminal_modes.hpp"
#include "toolkit/json/json.hpp"

#include <utility>

namespace frontends::screen {

using namespace toolkit;

void Screen::take_look(const channel::Look& look)
{
    colours.has_colours = look.colour;
    if (!look.colour)
        for (const Role role : {Role::warning, Role::error})
            colours.set(role, {.bold = true});
    if (const Json& roles = look.colours.json(); roles.is_object())
        for (const auto& [name, words] : roles.items()) {
            const auto role = role_named(name);
            const auto style
                = words.is_string() ? style_of_words(words.get<std::string>()) : std::nullopt;
            if (role && style)
                colours.set(*role, *style);
        }
    chosen_keys.clear();
    if (const Json& keys = look.keys.json(); keys.is_object())
        for (const auto& [name, same] : keys.items())
            if (const auto key = key_named(name),
                as
                = same.is_string() ? key_named(same.get_ref<const std::string&>()) : std::nullopt;
                key && as)
                chosen_keys.emplace_back(*key, *as);
    notice.kind = Notices::kind_named(look.notify);
    notice.is_in_tmux = look.tmux;
    notice.directory = look.directory;
    is_known_to_reflow = look.reflows;
    colours.has_links = look.links;
    pictures = picture_protocol_named(look.pictures);
    is_verbose = look.verbose;
    if (look.keyboard && !std::exchange(uses_keyboard, true))
        notice_bytes += push_keyboard;
    if (look.title && !sets_title) {
        sets_title = true;
        notice_bytes += notice.title();
    }
}

void Screen::greet(const channel::ChatHello& hello)
{
    meters.take(hello);
    take_look(hello.look);
    input.set_history(hello.history.value_or(std::vector<std::string>()));
    transcript.put(Transcript::Kind::greeting, first_lines(hello));
}

// Puts parts on as few rows as they fit, with " · " between those of a row.
static Lines in_rows(const Lines& parts, std::size_t columns, Style dim)
{
    Lines rows;
    for (const Line& part : parts) {
        const std::size_t used = rows.empty() ? columns : rows.back().max_columns();
        if (used + 3 + part.max_columns() < columns) {
            rows.back().add(" · ", dim);
            rows.back().add(part);
        } else {
            for (Line& row : wrapped(part, columns, 2))
                rows.push_back(std::move(row));
        }
    }
    return rows;
}

Lines Screen::first_lines(const channel::ChatHello& hello) const
{
    static constexpr std::size_t one_row = 150; // columns
    const Style dim = colours.of(Role::dim);
    const Style own = colours.of(Role::own);
    Lines parts {{SafeText("agentcli ") + strict(hello.version), dim}};
    for (const auto* text : {&hello.directory, &hello.branch})
        if (!text->empty())
            parts.emplace_back(strict(*text), dim);
    Lines rows;
    const auto end_rows = [&] {
        for (Line& row : in_rows(std::exchange(parts, {}), terminal.columns, dim))
            rows.push_back(std::move(row));
    };
    if (hello.model.empty() && !hello.directory.empty()) {
        end_rows();
        Line missing {"no model yet", colours.of(Role::warning)};
        missing.add(": ", dim);
        missing.add("/connect", own);
        missing.add(" finds or adds one", dim);
        Line demo {"/demo", own};
        demo.add(" shows a chat without one", dim);
        parts = {missing, demo};
        end_rows();
    } else if (!hello.model.empty()) {
        if (terminal.columns < one_row)
            end_rows();
        const std::string server = hello.server.value_or("");
        parts.emplace_back(
            strict(hello.model) + (server.empty() ? SafeText() : SafeText(" at ") + strict(server)),
            dim);
    }
    for (const auto& fact : hello.facts)
        parts.emplace_back(strict(fact), dim);
    end_rows();
    if (!hello.earlier.empty())
        rows.push_back(cut({strict(hello.earlier), dim}, terminal.columns));
    for (const auto& warning : hello.warnings)
        for (Line& row : wrapped({strict(warning), colours.of(Role::warning)}, terminal.columns, 2))
            rows.push_back(std::move(row));
    return rows;
}

}
