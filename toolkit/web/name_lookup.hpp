#pragma once

#include "toolkit/system/file.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace toolkit::web {

// Looks up the addresses of a host in a separate thread, since a lookup cannot be interrupted.
// After destruction the thread ends by itself; the destructor does not wait for it.
class NameLookup {
public:
    using Address = boost::asio::ip::basic_endpoint<boost::asio::ip::tcp>;

    // Starts the lookup. Throws system_error() if that fails.
    NameLookup(const std::string& host, const std::string& port);

    // Returns a descriptor that becomes readable when the lookup is over.
    int descriptor() const { return found->ended.descriptor(); }
    bool is_over() const { return found->is_over; }

    // Return the addresses, or the error. Valid once is_over().
    const std::vector<Address>& addresses() const { return found->addresses; }
    boost::system::error_code error() const { return found->error; }

private:
    struct Found {
        File ended;
        std::vector<Address> addresses = {};
        boost::system::error_code error = {};
        std::atomic<bool> is_over = false;
    };

    static void look(const std::string& host, const std::string& port, Found& found);

    std::shared_ptr<Found> found;
};

}
