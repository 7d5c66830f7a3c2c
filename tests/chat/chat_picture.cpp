#include "chat_picture.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <regex>
#include <sstream>

namespace {

constexpr double cell_width = 8.4;
constexpr int row_height = 18;
constexpr int baseline = 14;
constexpr int margin = 16;
constexpr int bar_height = 34;
constexpr double rest_at_end = 4; // seconds

std::string number(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", value);
    std::string digits = text;
    digits.erase(digits.find_last_not_of('0') + 1);
    return digits.ends_with('.') ? digits.substr(0, digits.size() - 1) : digits;
}

std::string escaped(const std::string& text)
{
    std::string result;
    for (const char c : text)
        result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
    return result;
}

std::string classes_of(const Run& run)
{
    std::string names;
    const auto add = [&](const std::string& name) { names += (names.empty() ? "" : " ") + name; };
    if (run.colour >= 0)
        add("c" + std::to_string(run.colour));
    if (run.bold)
        add("b");
    if (run.dim)
        add("d");
    if (run.underline)
        add("u");
    if (run.reverse)
        add("r");
    return names.empty() ? "" : " class=\"" + names + "\"";
}

// Blanks at its ends need no text; not every program keeps them.
Run without_leading_whitespace(Run run)
{
    if (run.reverse || run.underline)
        return run;
    const std::size_t first = run.text.find_first_not_of(' ');
    const std::size_t blanks = run.text.size() - 1 - run.text.find_last_not_of(' ') + first;
    run.column += static_cast<int>(first);
    run.columns -= static_cast<int>(blanks);
    run.text = run.text.substr(first, run.text.size() - blanks);
    return run;
}

std::string content_of(const StyledRow& row)
{
    std::string result;
    for (const Run& whole : row) {
        const Run run = without_leading_whitespace(whole);
        const std::string left = number(run.column * cell_width);
        const std::string width = number(run.columns * cell_width);
        if (run.reverse)
            result += "<rect class=\"c" + std::to_string(run.colour < 0 ? 7 : run.colour)
                + "\" x=\"" + left + "\" width=\"" + width + "\" height=\"18\"/>";
        result += "<text" + classes_of(run) + " x=\"" + left + "\" y=\"" + std::to_string(baseline)
            + "\" textLength=\"" + width + "\">" + escaped(run.text) + "</text>";
    }
    return result;
}

std::string at_row(std::size_t row)
{
    return "transform=\"translate(0 " + std::to_string(row * row_height) + ")\"";
}

const char* const style = R"(
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;)"
                          R"(fill:#d7dce4;white-space:pre}
.c0{fill:#565f73}.c1{fill:#f47d79}.c2{fill:#8ccf7e}.c3{fill:#e5c76b}
.c4{fill:#67b0e8}.c5{fill:#c47fd5}.c6{fill:#6cd0c4}.c7{fill:#d7dce4}
.c8{fill:#7b869c}.c9{fill:#ff9a96}.c10{fill:#a6e09a}.c11{fill:#f3db8f}
.c12{fill:#8cc8f5}.c13{fill:#dba0e8}.c14{fill:#8fe3d9}.c15{fill:#fff}
.b{font-weight:bold}.d{opacity:.58}.u{text-decoration:underline}text.r{fill:#161b26}
)";

// A window of so many rows and columns, with `inside` in it.
std::string window(int rows, int columns, const std::string& title, const std::string& css,
    const std::string& inside)
{
    const int width = static_cast<int>(columns * cell_width) + 2 * margin;
    const int height = rows * row_height + bar_height + margin;
    const std::string size
        = "width=\"" + std::to_string(width) + "\" height=\"" + std::to_string(height) + "\"";
    std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" " + size + " viewBox=\"0 0 "
        + std::to_string(width) + " " + std::to_string(height)
        + "\" role=\"img\" xml:space=\"preserve\">\n<title>" + escaped(title) + "</title>\n<style>"
        + style + css + "</style>\n" + "<rect x=\".5\" y=\".5\" width=\""
        + std::to_string(width - 1) + "\" height=\"" + std::to_string(height - 1)
        + "\" rx=\"9\" fill=\"#161b26\" stroke=\"#3a4354\"/>\n<g fill=\"#3a4354\">";
    for (const int x : {20, 38, 56})
        svg += "<circle cx=\"" + std::to_string(x) + "\" cy=\"18\" r=\"5.5\"/>";
    svg += "</g>\n<text class=\"d\" x=\"50%\" y=\"22\" text-anchor=\"middle\">" + escaped(title)
        + "</text>\n<svg x=\"" + std::to_string(margin) + "\" y=\"" + std::to_string(bar_height)
        + "\" width=\"" + std::to_string(width - 2 * margin) + "\" height=\""
        + std::to_string(rows * row_height) + "\">\n";
    return svg + inside + "</svg>\n</svg>\n";
}

std::string cursor_at(const VTermPos& cell)
{
    return "translate(" + number(cell.col * cell_width) + "px,"
        + std::to_string(cell.row * row_height) + "px)";
}

const std::string cursor_shape = "width=\"8.4\" height=\"18\" fill=\"#d7dce4\" opacity=\".55\"/>\n";

// What a row shows from one moment to another.
struct Version {
    std::size_t row = 0;
    std::string content;
    double from = 0;
    double until = -1; // -1: to the end
};

std::vector<Version> versions_in(const std::vector<Frame>& frames)
{
    std::vector<Version> versions;
    std::map<std::size_t, std::size_t> current; // of a row
    for (const Frame& frame : frames) {
        std::map<std::size_t, std::string> shown;
        for (std::size_t row = 0; row < frame.rows.size(); ++row)
            if (const std::string content = content_of(frame.rows[row]); !content.empty())
                shown[row] = content;
        std::erase_if(current, [&](const auto& entry) {
            const auto& [row, version] = entry;
            const auto found = shown.find(row);
            if (found != shown.end() && found->second == versions[version].content)
                return false;
            versions[version].until = frame.at;
            return true;
        });
        for (const auto& [row, content] : shown)
            if (!current.contains(row)) {
                current[row] = versions.size();
                versions.push_back({row, content, frame.at});
            }
    }
    return versions;
}

// Names of keyframes, and the rules.
class Times {
public:
    explicit Times(double duration)
        : duration(duration)
    {
    }

    std::string percent(double moment) const { return number(100 * moment / duration) + "%"; }

    std::string name_of(const Version& version)
    {
        const std::string from = percent(version.from);
        const std::string until = version.until < 0 ? "" : percent(version.until);
        const auto [found, is_new]
            = names.try_emplace(from + "-" + until, "k" + std::to_string(names.size()));
        if (is_new)
            css += "@keyframes " + found->second + "{0%{visibility:hidden}" + from
                + "{visibility:visible}" + (until.empty() ? "" : until + "{visibility:hidden}")
                + "}\n";
        return found->second;
    }

    std::string css;

private:
    double duration;
    std::map<std::string, std::string> names;
};

}

std::string still_picture(const Frame& frame, int rows, int columns, const std::string& title)
{
    std::string inside;
    for (std::size_t row = frame.scrolled; row < frame.rows.size(); ++row)
        if (const std::string content = content_of(frame.rows[row]); !content.empty())
            inside += "<g class=\"e\" " + at_row(row - frame.scrolled) + ">" + content + "</g>\n";
    inside += "<rect style=\"transform:" + cursor_at(frame.cursor) + "\" " + cursor_shape;
    return window(rows, columns, title, "", inside);
}

std::string moving_picture(
    const std::vector<Frame>& frames, int rows, int columns, const std::string& title)
{
    const double duration = frames.back().at + rest_at_end;
    Times times(duration);
    std::string body;
    for (const Version& version : versions_in(frames))
        body += "<g class=\"v" + std::string(version.until < 0 ? " e" : "")
            + "\" style=\"animation-name:" + times.name_of(version) + "\" " + at_row(version.row)
            + ">" + version.content + "</g>\n";
    std::string scroll = "@keyframes scroll{";
    std::string cursor = "@keyframes cursor{";
    std::string top;
    std::string place;
    for (const Frame& frame : frames) {
        const std::string at = top.empty() ? "0%" : times.percent(frame.at);
        if (const std::string next
            = "translateY(-" + std::to_string(frame.scrolled * row_height) + "px)";
            next != top) {
            top = next;
            scroll += at + "{transform:" + top + "}";
        }
        if (const std::string next = cursor_at(frame.cursor); next != place) {
            place = next;
            cursor += at + "{transform:" + place + "}";
        }
    }
    const std::string length = number(duration) + "s step-end infinite";
    const std::string css = ".v{visibility:hidden;animation:" + length + "}\n.m{animation:" + length
        + "}\n@media(prefers-reduced-motion){.v,.m{animation:none!important}.e{visibility:visible}}"
          "\n"
        + times.css + scroll + "}\n" + cursor + "}\n";
    return window(rows, columns, title, css,
        "<g class=\"m\" style=\"animation-name:scroll;transform:" + top + "\">\n" + body
            + "</g>\n<rect class=\"m\" style=\"animation-name:cursor;transform:" + place + "\" "
            + cursor_shape);
}

std::vector<std::string> rows_at_end(const std::string& picture)
{
    static const std::regex row(R"re(^<g class="(v )?e".* (\d+)\)">(.*)</g>$)re");
    static const std::regex place(R"re( (x|width|textLength)="[^"]*")re");
    static const std::regex time(R"((\d[\d.]* (ms|s|B|KB))|(127\.0\.0\.1:\d+))");
    std::map<int, std::string> rows; // by their place
    std::istringstream in(picture);
    for (std::string line; std::getline(in, line);) {
        std::smatch parts;
        if (std::regex_match(line, parts, row))
            rows[std::stoi(parts[2])]
                = std::regex_replace(std::regex_replace(parts[3].str(), place, ""), time, "_");
    }
    std::vector<std::string> result;
    for (const auto& [place_of, text] : rows)
        result.push_back(text);
    return result;
}
