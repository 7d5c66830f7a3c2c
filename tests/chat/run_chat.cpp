// run_chat CASE: plays a case of tests/chat on the screen of a chat, and compares. README.md beside
// it has the form. With BLESS=1 the sections that are compared are written anew.

#include "chat_peer.hpp"
#include "whole_event.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>

using toolkit::Json;

namespace {

struct Section {
    std::string name;
    std::string text;
};

struct CaseFile {
    std::string title;
    std::vector<Section> sections;
};

CaseFile read_case(const std::string& path)
{
    std::ifstream in(path);
    CaseFile file;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("-- ") && line.ends_with(" --"))
            file.sections.push_back({line.substr(3, line.size() - 6), {}});
        else
            (file.sections.empty() ? file.title : file.sections.back().text) += line + "\n";
    }
    if (file.sections.empty() || file.sections.front().name != "size")
        throw std::runtime_error("the first section must be size");
    return file;
}

std::pair<int, int> size_in(const std::string& text)
{
    int columns = 0;
    int rows = 0;
    if (std::sscanf(text.c_str(), "%dx%d", &columns, &rows) != 2)
        throw std::runtime_error("no size: " + text);
    return {rows, columns};
}

const std::map<std::string, std::string> named_keys {{"Enter", "\r"}, {"A-Enter", "\033\r"},
    {"Tab", "\t"}, {"BackTab", "\033[Z"}, {"Esc", "\033"}, {"Backspace", "\x7f"}, {"Up", "\033[A"},
    {"Down", "\033[B"}, {"PageUp", "\033[5~"}, {"PageDown", "\033[6~"}, {"Right", "\033[C"},
    {"Left", "\033[D"}, {"Home", "\033[H"}, {"End", "\033[F"}, {"Delete", "\033[3~"},
    {"C-Left", "\033[1;5D"}, {"C-Right", "\033[1;5C"}};

// \n, \e, \\ and so on of a paste.
std::string unescaped(const std::string& text)
{
    return toolkit::json::parse_json("\"" + text + "\"", {}).get<std::string>();
}

class Player {
public:
    explicit Player(ChatPeer& peer)
        : peer(peer)
    {
    }

    void line(const std::string& line)
    {
        if (line.starts_with('{')) {
            peer.say(whole_event(line));
        } else if (line.starts_with("> ")) {
            expect(line.substr(2));
        } else {
            typed(line);
        }
        peer.pass(40); // what comes by itself is drawn
    }

    // All that it has sent was expected.
    void nothing_else()
    {
        take();
        if (!sent.empty())
            throw std::runtime_error("the screen also sent " + sent.front());
    }

private:
    void take()
    {
        for (const std::string& line : peer.taken_lines())
            sent.push_back(line);
    }

    void expect(const std::string& wanted)
    {
        take();
        if (sent.empty())
            throw std::runtime_error("the screen did not send " + wanted);
        const std::string actual = sent.front();
        sent.erase(sent.begin());
        if (Json::parse(actual) != Json::parse(wanted))
            throw std::runtime_error("the screen sent " + actual + "\n  instead of " + wanted);
    }

    void typed(const std::string& line)
    {
        for (std::size_t at = 0; at < line.size();) {
            const std::size_t begin = line.find('<', at);
            if (begin > at)
                peer.type(line.substr(at, begin - at));
            if (begin == std::string::npos)
                return;
            const std::size_t end = line.find('>', begin);
            if (end == std::string::npos)
                throw std::runtime_error("no > in " + line);
            token(line.substr(begin + 1, end - begin - 1));
            at = end + 1;
        }
    }

    void token(const std::string& name)
    {
        if (const auto key = named_keys.find(name); key != named_keys.end())
            return peer.type(key->second);
        const std::string rest = name.substr(std::min(name.find(": ") + 2, name.size()));
        if (name.starts_with("C-") && name.size() == 3)
            peer.type(std::string(1, static_cast<char>(name[2] & 0x1f)));
        else if (name.starts_with("A-") && name.size() == 3)
            peer.type("\033" + name.substr(2));
        else if (name.starts_with("paste: "))
            peer.type("\033[200~" + unescaped(rest) + "\033[201~");
        else if (name.starts_with("paste lines: ")) {
            std::string text;
            for (int line = std::stoi(rest); line > 0; --line)
                text += "\033[31ma line\r\n";
            peer.type("\033[200~" + text + "\033[201~");
        } else if (name.starts_with("raw: "))
            peer.type(unescaped(rest));
        else if (name.starts_with("resize: ")) {
            const auto [rows, columns] = size_in(rest);
            peer.resize(rows, columns);
        } else if (name.ends_with("ms"))
            peer.pass(std::stoll(name));
        else if (name == "kill screen")
            peer.kill();
        else if (name == "end engine")
            peer.end();
        else if (name == "stall" || name == "flow")
            peer.stall(name == "stall");
        else if (name.starts_with("written: ")) {
            if (const std::uint64_t size = peer.taken_size(); size > std::stoull(rest))
                throw std::runtime_error("it wrote " + std::to_string(size) + " bytes");
        } else if (name == "SIGCONT")
            peer.signal(SIGCONT);
        else if (name == "SIGTERM")
            peer.signal(SIGTERM);
        else
            throw std::runtime_error("unknown key <" + name + ">");
    }

    ChatPeer& peer;
    std::vector<std::string> sent;
};

std::string shown(ChatPeer& peer, const std::string& section)
{
    if (section == "screen")
        return peer.emulator.screen();
    if (section == "scrollback")
        return peer.emulator.scrollback();
    if (section == "colours")
        return peer.emulator.colours();
    if (section == "cursor")
        return peer.emulator.cursor();
    if (section == "modes")
        return peer.has_old_modes() ? "old\n" : "raw\n";
    if (section == "status")
        return std::to_string(peer.status()) + "\n";
    throw std::runtime_error("unknown section " + section);
}

// Plays it, and puts what there is in place of what was expected. Returns what differs.
std::string play(CaseFile& file)
{
    const auto [rows, columns] = size_in(file.sections.front().text);
    ChatPeer peer(rows, columns);
    Player player(peer);
    std::string differences;
    for (auto section = file.sections.begin() + 1; section != file.sections.end(); ++section) {
        if (section->name == "keys") {
            std::istringstream in(section->text);
            for (std::string line; std::getline(in, line);)
                player.line(line);
            continue;
        }
        const std::string actual = shown(peer, section->name);
        if (actual != section->text)
            differences += "-- " + section->name + " -- expected\n" + section->text + "-- "
                + section->name + " -- is\n" + actual;
        section->text = actual;
    }
    player.nothing_else();
    if (peer.status() < 0)
        peer.end();
    if (!peer.has_old_modes())
        differences += "the terminal's modes are not those of before\n";
    return differences;
}

void write_case(const std::string& path, const CaseFile& file)
{
    std::ofstream out(path);
    out << file.title;
    for (const Section& section : file.sections)
        out << "-- " << section.name << " --\n" << section.text;
}

}

int main(int argc, char** argv)
try {
    if (argc != 2)
        throw std::runtime_error("run_chat CASE");
    CaseFile file = read_case(argv[1]);
    const std::string differences = play(file);
    if (std::getenv("BLESS") != nullptr) {
        write_case(argv[1], file);
        return 0;
    }
    std::cout << differences;
    return differences.empty() ? 0 : 1;
} catch (const std::exception& error) {
    std::cerr << argv[argc - 1] << ": " << error.what() << '\n';
    return 1;
}
