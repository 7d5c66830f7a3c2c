#pragma once

#include "../case.hpp"
#include "scripted_server.hpp"

#include <map>
#include <string>
#include <vector>

// One .case file of tests/runner; README.md beside it has the form.
struct ConversationCase {
    Case common; // title, flags, environment, before, after
    std::vector<ScriptedReply> replies;
    std::map<std::size_t, std::string> asked; // by number of the request, from 1
    std::map<std::size_t, std::string> requests;
    std::map<std::size_t, std::string> heads;
    std::size_t connections = 0; // 0: not compared
    std::string input;
    std::string out;
    std::string err;
    int exit = 0;
    bool has_terminal = false;
    bool has_terminal_as_stdout = false;
    bool has_terminal_as_stderr = false;
    bool has_terminal_as_all = false;
    unsigned short columns = 0; // of the terminal; 0: it does not say
    std::string terminal; // what it shows
    struct Typed {
        std::string line;
        unsigned short columns = 0; // that the terminal gets right before; 0: it stays
        unsigned short rows = 0;
        bool is_considered = false; // by somebody who has read the question first
        bool is_repeated = false; // also at each question that follows
    };
    std::vector<Typed> typed; // one each time that it shows "> " at its end
    std::string audit;
    bool has_audit = false;
    bool finds_manifest = false; // else it is named by --tools
    int signal = 0; // 0: none is sent
    std::string signal_when; // a file's name; or empty, and then
    std::size_t signal_request = 0; // the number of a request
};

// What $URL, $CERT and $ROOT stand for.
using Variables = std::map<std::string, std::string>;

// The NAME of a `server tls NAME` section, or nothing.
std::string tls_name(const std::string& text);

// Throws std::runtime_error naming the section that can't be read.
ConversationCase parse_conversation(std::string text, const Variables& variables);
