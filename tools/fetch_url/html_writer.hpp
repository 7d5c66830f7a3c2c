#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fetch_url {

// Writes Markdown while a page is parsed. Whitespace between words becomes one space, and newlines
// are written only when text follows, so that empty elements leave no trace.
class HtmlWriter {
public:
    // Adds text whose character references have already been decoded.
    void add_text(std::string_view text);

    // Ends the line if it has begun: writes `count` newlines before the next text.
    void end_line(int count = 1);

    // Handles <br>: two of them make an empty line.
    void break_line();

    // Writes a mark such as "## " before the next text, if any follows.
    // Removes marks that were not written yet.
    void mark(std::string_view text) { marks += text; }
    void drop_marks() { marks.clear(); }

    void begin_list(bool is_numbered);
    void end_list();
    void begin_item();

    void begin_row() { cells = 0; }
    void begin_cell();

    void toggle_code(bool is_begin); // begins or ends `inline code`

    void begin_preformatted();
    void end_preformatted();

    // Begins a link to this target, which must not be empty. It contains the text up to end_link().
    void begin_link(std::string to);
    void end_link();

    // Returns the text, which ends with a newline unless it is empty. May be called only once.
    std::string take();

private:
    struct List {
        bool is_numbered;
        int count;
    };

    void begin(); // called before text is written
    void add_preformatted(std::string_view text);
    bool is_self_link() const;

    std::string out;
    std::string marks;
    int newlines = 0; // number of newlines still to be written
    bool has_space = false; // a space is still to be written
    std::vector<List> lists;
    int cells = 0; // number of cells begun in this row
    bool is_preformatted = false;
    bool has_code = false;
    bool has_link = false;
    std::string target;
    std::size_t link_begin = 0; // position of the link text in `out`; npos until text follows
};

}
