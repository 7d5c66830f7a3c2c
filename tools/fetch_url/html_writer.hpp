#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fetch_url {

// Writes Markdown as the parts of a page come. Whitespace between words becomes one space, and
// newlines are written when text follows, so that empty elements leave nothing.
class HtmlWriter {
public:
    // Adds text whose character references are decoded.
    void add_text(std::string_view text);

    // Ends the line, if it has begun: writes so many newlines before what follows.
    void end_line(int count = 1);

    // As <br>: two of them make an empty line.
    void break_line();

    // Puts a mark before the text that follows, if any does: "## ".
    void mark(std::string_view text) { marks += text; }
    void drop_marks() { marks.clear(); }

    void begin_list(bool is_numbered);
    void end_list();
    void begin_item();

    void begin_row() { cells = 0; }
    void begin_cell();

    void toggle_code(bool is_begin); // `inline`

    void begin_preformatted();
    void end_preformatted();

    // The text until end_link() is a link to this target, which is not empty.
    void begin_link(std::string to);
    void end_link();

    // Returns the text, which ends with a newline unless it is empty.
    std::string take();

private:
    struct List {
        bool is_numbered;
        int count;
    };

    void begin(); // text follows
    void add_preformatted(std::string_view text);
    bool is_self_link() const;

    std::string out;
    std::string marks;
    int newlines = 0; // to be written
    bool has_space = false; // to be written
    std::vector<List> lists;
    int cells = 0; // of the row
    bool is_preformatted = false;
    bool has_code = false;
    bool has_link = false;
    std::string target;
    std::size_t link_begin = 0; // npos: no text yet
};

}
