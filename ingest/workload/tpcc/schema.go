package tpcc

// A table is created as tpcc-mysql creates it, so that a database of either loader serves both.
type table struct {
	name    string
	columns string // for INSERT, in the order of the table
	body    string // what CREATE TABLE says between its parentheses
}

// tables in the order in which they can be created and, backwards, be dropped.
var tables = []table{
	{"warehouse", "w_id,w_name,w_street_1,w_street_2,w_city,w_state,w_zip,w_tax,w_ytd", `
	w_id smallint NOT NULL,
	w_name varchar(10),
	w_street_1 varchar(20),
	w_street_2 varchar(20),
	w_city varchar(20),
	w_state char(2),
	w_zip char(9),
	w_tax decimal(4,2),
	w_ytd decimal(12,2),
	PRIMARY KEY (w_id)`},
	{"district", "d_id,d_w_id,d_name,d_street_1,d_street_2,d_city,d_state,d_zip,d_tax,d_ytd,d_next_o_id", `
	d_id tinyint NOT NULL,
	d_w_id smallint NOT NULL,
	d_name varchar(10),
	d_street_1 varchar(20),
	d_street_2 varchar(20),
	d_city varchar(20),
	d_state char(2),
	d_zip char(9),
	d_tax decimal(4,2),
	d_ytd decimal(12,2),
	d_next_o_id int,
	PRIMARY KEY (d_w_id,d_id)`},
	{"customer", "c_id,c_d_id,c_w_id,c_first,c_middle,c_last,c_street_1,c_street_2,c_city,c_state,c_zip,c_phone,c_since," +
		"c_credit,c_credit_lim,c_discount,c_balance,c_ytd_payment,c_payment_cnt,c_delivery_cnt,c_data", `
	c_id int NOT NULL,
	c_d_id tinyint NOT NULL,
	c_w_id smallint NOT NULL,
	c_first varchar(16),
	c_middle char(2),
	c_last varchar(16),
	c_street_1 varchar(20),
	c_street_2 varchar(20),
	c_city varchar(20),
	c_state char(2),
	c_zip char(9),
	c_phone char(16),
	c_since datetime,
	c_credit char(2),
	c_credit_lim bigint,
	c_discount decimal(4,2),
	c_balance decimal(12,2),
	c_ytd_payment decimal(12,2),
	c_payment_cnt smallint,
	c_delivery_cnt smallint,
	c_data text,
	PRIMARY KEY (c_w_id,c_d_id,c_id)`},
	{"history", "h_c_id,h_c_d_id,h_c_w_id,h_d_id,h_w_id,h_date,h_amount,h_data", `
	h_c_id int,
	h_c_d_id tinyint,
	h_c_w_id smallint,
	h_d_id tinyint,
	h_w_id smallint,
	h_date datetime,
	h_amount decimal(6,2),
	h_data varchar(24)`},
	{"orders", "o_id,o_d_id,o_w_id,o_c_id,o_entry_d,o_carrier_id,o_ol_cnt,o_all_local", `
	o_id int NOT NULL,
	o_d_id tinyint NOT NULL,
	o_w_id smallint NOT NULL,
	o_c_id int,
	o_entry_d datetime,
	o_carrier_id tinyint,
	o_ol_cnt tinyint,
	o_all_local tinyint,
	PRIMARY KEY (o_w_id,o_d_id,o_id)`},
	{"new_orders", "no_o_id,no_d_id,no_w_id", `
	no_o_id int NOT NULL,
	no_d_id tinyint NOT NULL,
	no_w_id smallint NOT NULL,
	PRIMARY KEY (no_w_id,no_d_id,no_o_id)`},
	{"item", "i_id,i_im_id,i_name,i_price,i_data", `
	i_id int NOT NULL,
	i_im_id int,
	i_name varchar(24),
	i_price decimal(5,2),
	i_data varchar(50),
	PRIMARY KEY (i_id)`},
	{"stock", "s_i_id,s_w_id,s_quantity,s_dist_01,s_dist_02,s_dist_03,s_dist_04,s_dist_05,s_dist_06,s_dist_07,s_dist_08," +
		"s_dist_09,s_dist_10,s_ytd,s_order_cnt,s_remote_cnt,s_data", `
	s_i_id int NOT NULL,
	s_w_id smallint NOT NULL,
	s_quantity smallint,
	s_dist_01 char(24),
	s_dist_02 char(24),
	s_dist_03 char(24),
	s_dist_04 char(24),
	s_dist_05 char(24),
	s_dist_06 char(24),
	s_dist_07 char(24),
	s_dist_08 char(24),
	s_dist_09 char(24),
	s_dist_10 char(24),
	s_ytd decimal(8,0),
	s_order_cnt smallint,
	s_remote_cnt smallint,
	s_data varchar(50),
	PRIMARY KEY (s_w_id,s_i_id)`},
	{"order_line", "ol_o_id,ol_d_id,ol_w_id,ol_number,ol_i_id,ol_supply_w_id,ol_delivery_d,ol_quantity,ol_amount,ol_dist_info", `
	ol_o_id int NOT NULL,
	ol_d_id tinyint NOT NULL,
	ol_w_id smallint NOT NULL,
	ol_number tinyint NOT NULL,
	ol_i_id int,
	ol_supply_w_id smallint,
	ol_delivery_d datetime,
	ol_quantity tinyint,
	ol_amount decimal(6,2),
	ol_dist_info char(24),
	PRIMARY KEY (ol_w_id,ol_d_id,ol_o_id,ol_number)`},
}

// A constraint is a secondary index or a foreign key. They are added after the rows, which is
// faster and gives dense indexes.
type constraint struct {
	table string
	name  string
	add   string // what follows ALTER TABLE ... ADD
}

// constraints, the indexes before the foreign keys that need them: in that order the server makes
// no index of its own besides those that it makes for tpcc-mysql.
var constraints = []constraint{
	{"customer", "idx_customer", "INDEX idx_customer (c_w_id,c_d_id,c_last,c_first)"},
	{"orders", "idx_orders", "INDEX idx_orders (o_w_id,o_d_id,o_c_id,o_id)"},
	{"stock", "fkey_stock_2", "INDEX fkey_stock_2 (s_i_id)"},
	{"order_line", "fkey_order_line_2", "INDEX fkey_order_line_2 (ol_supply_w_id,ol_i_id)"},
	foreignKey("district", "fkey_district_1", "d_w_id", "warehouse", "w_id"),
	foreignKey("customer", "fkey_customer_1", "c_w_id,c_d_id", "district", "d_w_id,d_id"),
	foreignKey("history", "fkey_history_1", "h_c_w_id,h_c_d_id,h_c_id", "customer", "c_w_id,c_d_id,c_id"),
	foreignKey("history", "fkey_history_2", "h_w_id,h_d_id", "district", "d_w_id,d_id"),
	foreignKey("new_orders", "fkey_new_orders_1", "no_w_id,no_d_id,no_o_id", "orders", "o_w_id,o_d_id,o_id"),
	foreignKey("orders", "fkey_orders_1", "o_w_id,o_d_id,o_c_id", "customer", "c_w_id,c_d_id,c_id"),
	foreignKey("order_line", "fkey_order_line_1", "ol_w_id,ol_d_id,ol_o_id", "orders", "o_w_id,o_d_id,o_id"),
	foreignKey("order_line", "fkey_order_line_2", "ol_supply_w_id,ol_i_id", "stock", "s_w_id,s_i_id"),
	foreignKey("stock", "fkey_stock_1", "s_w_id", "warehouse", "w_id"),
	foreignKey("stock", "fkey_stock_2", "s_i_id", "item", "i_id"),
}

func foreignKey(table, name, columns, parent, parentColumns string) constraint {
	return constraint{table, name, "CONSTRAINT " + name + " FOREIGN KEY (" + columns + ") REFERENCES " + parent + "(" + parentColumns + ")"}
}
