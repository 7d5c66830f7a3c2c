#include "frontends/screen/transcript.hpp"

#include "frontends/screen/draft.hpp"
#include "frontends/screen/picture.hpp"
#include "frontends/screen/values.hpp"

#include <algorithm>
#include <utility>

namespace frontends::screen {

static constexpr std::size_t max_said_lines = 20;

void Transcript::put(Kind kind, Lines lines)
{
    if (lines.empty())
        return;
    if (last != Kind::none
        && (last != kind || kind == Kind::said || kind == Kind::question || kind == Kind::answer))
        lines.insert(lines.begin(), Line());
    last = kind;
    for (Line& line : lines) {
        bytes += line.text().size() + (line.picture ? line.picture->bytes().size() : 0) + 1;
        finished.push_back(std::move(line));
    }
}

void Transcript::put_said(const std::string& words, std::size_t columns)
{
    Lines lines;
    std::size_t count = 0;
    for (std::size_t begin = 0; begin <= words.size(); ++count) {
        const std::size_t end = std::min(words.find('\n', begin), words.size());
        if (count < max_said_lines) {
            Line line {count == 0 ? SafeText("❯ ") : SafeText("  "), palette.of(Role::own)};
            line.add(prose(
                std::string_view(words).substr(begin, std::min<std::size_t>(end - begin, 4000))));
            for (Line& row : wrapped(line, std::min(columns, max_prose_columns), 2))
                lines.push_back(std::move(row));
        }
        begin = end + 1;
    }
    if (count > max_said_lines)
        lines.emplace_back(SafeText("  … ") + with_commas(count - max_said_lines) + " lines more",
            palette.of(Role::dim));
    put(Kind::said, std::move(lines));
}

void Transcript::add_text(const std::string& piece)
{
    has_text = has_news = true;
    text.add(piece);
}

void Transcript::add_reasoning(const std::string& piece)
{
    has_thoughts = has_news = true;
    thoughts.add(piece);
}

static Lines dimmed(Lines lines)
{
    for (Line& line : lines)
        for (Span& span : line.spans)
            span.style = {.dim = true};
    return lines;
}

void Transcript::settle_text(std::size_t columns, std::size_t room)
{
    if (has_thoughts)
        put(Kind::note, dimmed(thoughts.take_finished(columns, room)));
    if (has_text)
        put(Kind::text, text.take_finished(columns, room));
    live = has_text ? text.unfinished(columns) : Lines();
    if (has_thoughts && !has_text)
        live = dimmed(thoughts.unfinished(columns));
    has_news = false;
    settled_columns = columns;
}

void Transcript::end_text(std::size_t columns)
{
    if (std::exchange(has_thoughts, false))
        put(Kind::note, dimmed(thoughts.take_rest(columns)));
    if (std::exchange(has_text, false))
        put(Kind::text, text.take_rest(columns));
    rests_until = {};
    live.clear();
    has_news = false;
}

Lines Transcript::take()
{
    bytes = 0;
    return std::exchange(finished, {});
}

Lines Transcript::unfinished(std::size_t columns, std::size_t room) const
{
    Lines rows = live;
    if (!rows.empty() && has_text && last != Kind::none && last != Kind::text && room > 1)
        rows.insert(rows.begin(), Line());
    if (rows.size() > room)
        rows.erase(rows.begin(), rows.end() - static_cast<std::ptrdiff_t>(room));
    for (Line& row : rows)
        row = cut(of_stranger(std::move(row)), columns);
    return rows;
}

}
