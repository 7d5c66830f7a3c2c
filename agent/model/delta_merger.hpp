#pragma once

#include "agent/model/model.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace agent::model {

using namespace toolkit;

// Combines the chunks of a streamed chat completion into the message that the server would have
// sent in one piece.
//
// Assigns deltas of tool calls, in any order, by their index; if a server sends no index, or the
// same one for all, by their ids; and if it sends no ids either, by their position in the array. A
// delta with a name begins another call if it cannot continue the one that it was assigned to,
// because that has another id, another name, complete arguments, or a name from the same array. A
// delta with neither an id nor a name, at an index that no call has, continues the last call.
//
// If the first choice has no calls, takes those of function_call, or else those of another choice.
// A whole message after deltas adds only what they did not contain. If the joined arguments are not
// a JSON object, and each piece begins with the previous one, the last piece is used as the
// arguments.
class DeltaMerger {
public:
    // Adds a chunk and returns its delta, a piece of a message; null if the chunk has no delta.
    // Throws INTERNAL if the chunk is an error, and UNSUPPORTED if it is not a chunk of a chat
    // completion.
    Json add(const Json& chunk);

    // True if the server has sent the reason why the message ended: the message is complete, though
    // its usage may be missing.
    bool has_reason() const
    {
        return !finish_reason.empty()
            && (!others || !others->has_calls_begun() || others->has_reason());
    }

    Reply take();

private:
    // Tracks the arguments of a call while they are streamed, to detect whether they are a whole
    // object.
    class Arguments {
    public:
        void add(std::string_view piece);
        bool are_empty() const { return is_empty; }
        bool are_whole() const { return is_whole; }

    private:
        std::size_t depth = 0;
        bool is_string = false;
        bool is_escape = false;
        bool is_empty = true;
        bool is_whole = false;
    };
    struct Call {
        Json index;
        Json call;
        Arguments arguments = {};
        std::size_t named_by = 0; // the number of the last array that contained its name
        std::string last_piece = {}; // last piece of the arguments
        bool is_cumulative = true; // each piece begins with the previous one

        void add_arguments(const std::string& piece);
        Json take();
    };

    bool has_calls_begun() const { return !calls.empty() || legacy; }
    void add_calls(const Json& deltas);
    void add_delta(const Json& delta);
    Json unsaid(Json whole) const;
    void add_to(std::unique_ptr<DeltaMerger>& other, Json choice);
    void take_calls_of(DeltaMerger& other);
    Call& call_of(const Json& delta, std::size_t after);
    Call* known_call_of(const Json& delta, std::size_t after);
    bool begins_another(const Json& delta, const Call& call) const;
    static void grow_name(std::string& name, const std::string& piece, const Arguments& arguments);
    static void grow_call(Call& call, const Json& delta);

    Json message {{"role", "assistant"}};
    std::string finish_reason;
    Json usage;
    std::vector<Call> calls;
    bool has_deltas = false;
    std::size_t arrays = 0; // the number of arrays of call deltas so far
    std::unique_ptr<DeltaMerger> legacy; // the one call of function_call
    std::unique_ptr<DeltaMerger> others; // all choices but the first
};

}
