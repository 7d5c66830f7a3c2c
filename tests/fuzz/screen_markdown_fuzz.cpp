#include "fuzz.hpp"

#include "frontends/screen/change_lines.hpp"
#include "frontends/screen/characters.hpp"
#include "frontends/screen/markdown_stream.hpp"
#include "frontends/screen/output_grammar.hpp"

using namespace frontends::screen;

static std::string text_of(
    std::string_view source, std::size_t columns, std::size_t room, std::size_t piece)
{
    const Palette palette;
    MarkdownStream stream(palette);
    OutputGrammar grammar;
    std::string text;
    const auto put = [&](const Lines& lines) {
        for (const Line& line : lines) {
            const std::string bytes = bytes_of(line, palette);
            must(grammar.check(bytes).empty());
            must(bytes.find_first_of("\n\r\a") == std::string::npos);
            must(!has_own_mark(line.text().substr(0, 3)));
            must(line.is_verbatim || line.text().find('\t') == std::string::npos);
            text += line.text() + "\n";
        }
    };
    for (std::size_t at = 0; at < source.size(); at += piece) {
        stream.add(source.substr(at, piece));
        put(stream.take_finished(columns, room));
        for (const Line& row : stream.unfinished(columns))
            must(!has_own_mark(row.text().substr(0, 3)));
    }
    put(stream.take_rest(columns));
    return text;
}

// A text ends in the same lines, however it comes, if its blocks have room; and in the same letters
// if they have none.
void fuzz(std::string_view input)
{
    if (input.size() < 3)
        return;
    const std::size_t columns = 8 + static_cast<unsigned char>(input[0]) % 120;
    const std::size_t piece = 1 + static_cast<unsigned char>(input[1]) % 40;
    const std::size_t room = 1 + static_cast<unsigned char>(input[2]) % 8;
    const std::string_view source = input.substr(3);
    const std::string whole = text_of(source, columns, 100000, source.size() + 1);
    must(text_of(source, columns, 100000, piece) == whole);
    const std::string by_rows = text_of(source, columns, room, piece);
    // Entities, references, escapes and tables may begin as one thing and end as another; what is
    // not UTF-8 or not printable is written out.
    bool is_simple = source.find_first_of("&[]|\\<>!\r") == std::string_view::npos;
    for (const char byte : source)
        is_simple = is_simple && (byte == '\n' || (byte >= ' ' && byte <= '~'));
    if (is_simple) {
        must(letters_of(whole) == letters_of(source));
        must(letters_of(by_rows) == letters_of(source));
    }
    const Palette palette;
    OutputGrammar grammar;
    for (const Line& line : change_lines(source, palette))
        must(grammar.check(bytes_of(line, palette)).empty());
}
